package io.tenure.client;

import io.tenure.core.Key;
import io.tenure.wire.Following;
import org.jspecify.annotations.Nullable;

/**
 * What to watch, and from where on: now, unless a snapshot or a place is asked for.
 *
 * @param key null: the keys that start with {@code prefix}
 * @param cursor that of an event, to go on behind it
 */
public record Watched(@Nullable String key, String prefix, @Nullable String cursor) {

  public static Watched key(String key) {
    return new Watched(key, "", null);
  }

  /** All keys that start with it. */
  public static Watched prefix(String prefix) {
    return new Watched(null, prefix, null);
  }

  /** What is held now is shown first. */
  public Watched fromStart() {
    return from(Following.START);
  }

  /** Whatever came behind the event with this cursor. */
  public Watched from(@Nullable String place) {
    return new Watched(key, prefix, place);
  }

  Following following() {
    return new Following(key == null ? null : Key.of(key), prefix, cursor);
  }
}
