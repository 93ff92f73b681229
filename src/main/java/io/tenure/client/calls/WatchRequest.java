package io.tenure.client.calls;

import io.tenure.api.Key;
import io.tenure.wire.WatchTarget;
import org.jspecify.annotations.Nullable;

/**
 * What to watch, and from where on: now, unless a snapshot or a place is asked for.
 *
 * @param key null: the keys that start with {@code prefix}
 * @param cursor that of an event, to go on behind it
 */
public record WatchRequest(@Nullable String key, String prefix, @Nullable String cursor) {

  public static WatchRequest key(String key) {
    return new WatchRequest(key, "", null);
  }

  /** All keys that start with it. */
  public static WatchRequest prefix(String prefix) {
    return new WatchRequest(null, prefix, null);
  }

  /** What is held now is shown first. */
  public WatchRequest fromStart() {
    return from(WatchTarget.START);
  }

  /** Whatever came behind the event with this cursor. */
  public WatchRequest from(@Nullable String place) {
    return new WatchRequest(key, prefix, place);
  }

  /**
   * Returns what the server is asked to watch.
   *
   * @hidden for this module
   */
  @SuppressWarnings("exports")
  public WatchTarget target() {
    return new WatchTarget(key == null ? null : Key.of(key), prefix, cursor);
  }
}
