package io.tenure.server.config;

import io.tenure.server.OpenedStore;
import io.tenure.store.redis.RedisAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address of a store, which knows the login of a Redis and never shows it.
 *
 * @param shown the address without user and password
 * @param redis null for a store that no other server can reach
 */
public record StoreAddress(String shown, @Nullable RedisAddress redis) {

  /** Shown instead of an address that cannot be read: any part of it may be a password. */
  static final String UNREADABLE = "an address that cannot be read";

  /** Throws {@link IllegalArgumentException}, which says what to write instead. */
  static StoreAddress parse(String text) {
    if (text.equals(OpenedStore.EMBEDDED) || text.equals(OpenedStore.MEMORY)) {
      return new StoreAddress(text, null);
    }
    if (!text.contains("://")) {
      throw new IllegalArgumentException(
          "use embedded, memory or an address, as redis://host:6379"
              + SpellingSuggestion.hint(text, List.of(OpenedStore.EMBEDDED, OpenedStore.MEMORY)));
    }
    return of(RedisAddress.parse(text));
  }

  /** Returns what may be shown of an address, also of one that cannot be read. */
  static String shown(String text) {
    try {
      return parse(text).shown();
    } catch (IllegalArgumentException unreadable) {
      return UNREADABLE;
    }
  }

  static StoreAddress of(RedisAddress redis) {
    return new StoreAddress(redis.toString(), redis);
  }

  @Override
  public String toString() {
    return shown;
  }
}
