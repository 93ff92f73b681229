package io.tenure.store;

import io.tenure.api.Limits;
import io.tenure.core.Change;
import io.tenure.core.TenureImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The durable state of one row: the beginning of its tenure, and the latest change of each kind
 * since. Replaying that gives the same ledger as replaying everything.
 */
public final class StoredTenure {

  private final TenureImage begun;
  private Change.@Nullable Revalue revalue;
  private Change.@Nullable EndAfterGrace endAfterGrace;
  private Change.@Nullable Enrol enrol;
  private Change.@Nullable End end;

  /** RequestIds of the changes since the beginning, oldest first. */
  private List<String> ids = List.of();

  public StoredTenure(TenureImage begun) {
    this.begun = begun;
  }

  public boolean is(int row, long token) {
    return begun.row() == row && begun.token() == token;
  }

  public void revalue(Change.Revalue change) {
    revalue = new Change.Revalue(change.row(), change.token(), change.value(), null);
    remember(change.requestId());
  }

  public void endAfterGrace(Change.EndAfterGrace change) {
    endAfterGrace =
        new Change.EndAfterGrace(
            change.row(), change.token(), change.graceMillis(), change.reason(), null);
    remember(change.requestId());
  }

  public void enrol(Change.Enrol change) {
    enrol = change;
  }

  /** Notes the end of the tenure, which the store remembers. */
  public void end(Change.End change) {
    end = new Change.End(change.row(), change.token(), change.how(), null, true);
    remember(change.requestId());
  }

  /** {@code oldestFirst}: the requestIds of the changes since the beginning. */
  public void requestIds(List<String> oldestFirst) {
    ids = oldestFirst;
  }

  /** Stores the first requestId and the latest ones of the others, as the ledger does. */
  private void remember(@Nullable String requestId) {
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
    to.accept(new Change.Begin(withIds()));
    if (revalue != null) {
      to.accept(revalue);
    }
    if (endAfterGrace != null) {
      to.accept(endAfterGrace);
    }
    if (enrol != null) {
      to.accept(enrol);
    }
    if (end != null) {
      to.accept(end);
    }
  }

  /** A tenure lists its ids latest first. */
  private TenureImage withIds() {
    if (ids.isEmpty()) {
      return begun;
    }
    List<String> all = new ArrayList<>(ids);
    Collections.reverse(all);
    all.addAll(begun.common().requestIds());
    return begun.withRequestIds(all);
  }
}
