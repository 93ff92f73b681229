package io.tenure.client;

import io.tenure.client.transport.Lost;
import io.tenure.core.Handle;
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

  private final Map<Handle, Lost> all = new LinkedHashMap<>();

  void add(Lost lost) {
    all.put(lost.handle(), lost);
    if (all.size() > MAX) {
      Iterator<Handle> oldest = all.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** Null when none was told. */
  @Nullable Lost take(Handle handle) {
    return all.remove(handle);
  }
}
