package io.tenure.client.calls;

import io.tenure.api.Key;
import io.tenure.wire.WatchTarget;
import org.jspecify.annotations.Nullable;

/**
 * The keys to watch, and the position to start from: now, unless it names a snapshot or a cursor.
 *
 * @param key null: the keys that start with {@code prefix}
 * @param cursor the cursor of an event, to go on behind it
 */
public record WatchRequest(@Nullable String key, String prefix, @Nullable String cursor) {

  public static WatchRequest key(String key) {
    return new WatchRequest(key, "", null);
  }

  /** Watches all keys that start with {@code prefix}. */
  public static WatchRequest prefix(String prefix) {
    return new WatchRequest(null, prefix, null);
  }

  /** Shows the present holders first. */
  public WatchRequest fromStart() {
    return from(WatchTarget.START);
  }

  /** Starts behind the event with this cursor. */
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
