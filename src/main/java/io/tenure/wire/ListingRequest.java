package io.tenure.wire;

import org.jspecify.annotations.Nullable;

/**
 * A request for a page of the held keys that start with {@code prefix}. It is the first page, or
 * the page at a cursor.
 */
public record ListingRequest(String prefix, @Nullable String cursor, int limit) {

  /** Enough for a screen or two. */
  public static final int LIMIT_DEFAULT = 100;
}
