package io.tenure.store.redis;

import io.tenure.api.Limits;
import io.tenure.core.Change;
import io.tenure.core.Tenure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps of one row: how its tenure began, and the latest of what was changed of it
 * since. Replaying that gives the same ledger as replaying everything.
 */
public final class StoredTenure {

  private final Tenure begun;
  public Change.@Nullable Revalue revalue;
  public Change.@Nullable EndAfterGrace doom;
  public Change.@Nullable Enrol enrol;
  public Change.@Nullable End end;

  /** Of the changes since the beginning, oldest first. */
  List<String> ids = List.of();

  public StoredTenure(Tenure begun) {
    this.begun = begun;
  }

  public long token() {
    return begun.token();
  }

  /** Keeps the first one and of the others the latest, as the ledger does. */
  public void remember(@Nullable String requestId) {
    if (requestId == null || ids.contains(requestId)) {
      return;
    }
    if (ids.isEmpty()) {
      ids = new ArrayList<>();
    }
    ids.add(requestId);
    if (ids.size() > Limits.REQUESTS_PER_LEASE_MAX) {
      ids.remove(1);
    }
  }

  /** All of the row together: two live tenures of one key would be too many for the ledger. */
  public void replay(Consumer<Change> to) {
    int row = begun.row();
    long token = begun.token();
    to.accept(new Change.Begin(withIds()));
    if (revalue != null) {
      to.accept(new Change.Revalue(row, token, revalue.value(), null));
    }
    if (doom != null) {
      to.accept(new Change.EndAfterGrace(row, token, doom.graceMillis(), doom.reason(), null));
    }
    if (enrol != null) {
      to.accept(enrol);
    }
    if (end != null) {
      to.accept(new Change.End(row, token, end.how(), null, true));
    }
  }

  /** A tenure lists its ids latest first. */
  private Tenure withIds() {
    if (ids.isEmpty()) {
      return begun;
    }
    List<String> all = new ArrayList<>(ids);
    Collections.reverse(all);
    all.addAll(begun.requestIds());
    return new Tenure(
        begun.row(),
        begun.token(),
        begun.secretHigh(),
        begun.secretLow(),
        begun.key(),
        begun.holder(),
        begun.ttlMillis(),
        begun.mode(),
        begun.slotNumber(),
        begun.hardTtlMillis(),
        begun.lockDelayMillis(),
        begun.maxLifetimeMillis(),
        begun.session(),
        begun.value(),
        all,
        begun.sinceSeconds());
  }
}
