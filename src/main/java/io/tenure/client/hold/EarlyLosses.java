package io.tenure.client.hold;

import io.tenure.api.LeaseId;
import io.tenure.client.transport.LossPush;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Buffers loss pushes that arrive before their grant. It also buffers those of leases that the
 * client does not hold. Owned by the {@link Keeper}'s thread.
 */
final class EarlyLosses {

  /** As many as one stream may have under way at once. The oldest are forgotten. */
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

  /** Null when no loss of this lease has arrived. */
  @Nullable LossPush take(LeaseId id) {
    return all.remove(id);
  }
}
