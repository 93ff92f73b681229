package io.tenure.client.hold;

import io.tenure.api.LeaseId;
import io.tenure.client.transport.LossPush;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Losses of what is not kept, or not yet: on its way here one may overtake its own grant. Owned by
 * the {@link Keeper}'s thread.
 */
final class EarlyLosses {

  /** As many as may be asked for at once over one stream. The longest known are forgotten. */
  static final int MAX = 1_000;

  private final Map<LeaseId, LossPush> all = new LinkedHashMap<>();

  void add(LossPush lost) {
    all.put(lost.id(), lost);
    if (all.size() > MAX) {
      Iterator<LeaseId> oldest = all.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** Null when none was told. */
  @Nullable LossPush take(LeaseId id) {
    return all.remove(id);
  }
}
