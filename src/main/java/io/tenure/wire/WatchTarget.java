package io.tenure.wire;

import io.tenure.api.Key;
import org.jspecify.annotations.Nullable;

/**
 * Whom to watch: {@code key}, or the keys that start with {@code prefix}; and where to go on: null
 * from now, {@link #START} with what is held now, else the opaque cursor of an earlier watch.
 */
public record WatchTarget(@Nullable Key key, String prefix, @Nullable String from) {

  /** Begin with a snapshot. */
  public static final String START = "start";
}
