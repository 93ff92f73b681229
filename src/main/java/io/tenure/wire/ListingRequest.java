package io.tenure.wire;

import org.jspecify.annotations.Nullable;

/**
 * A page of the held keys that start with {@code prefix}: the first page, or the page at a cursor.
 */
public record ListingRequest(String prefix, @Nullable String cursor, int limit) {

  /** A screen or two. */
  public static final int LIMIT_STANDARD = 100;
}
