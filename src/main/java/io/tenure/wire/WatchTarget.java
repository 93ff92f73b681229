package io.tenure.wire;

import io.tenure.api.Key;
import org.jspecify.annotations.Nullable;

/**
 * The target of a watch: {@code key}, or the keys that start with {@code prefix}. {@code from} says
 * where to continue: null from now, {@link #START} with the keys that are held now, else the opaque
 * cursor of an earlier watch.
 */
public record WatchTarget(@Nullable Key key, String prefix, @Nullable String from) {

  /** Begins with a snapshot. */
  public static final String START = "start";
}
