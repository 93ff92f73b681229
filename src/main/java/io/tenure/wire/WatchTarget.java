package io.tenure.wire;

import io.tenure.api.Key;
import org.jspecify.annotations.Nullable;

/**
 * The target of a watch: {@code key}, or the keys that start with {@code prefix}. {@code from}
 * determines where the watch continues. It is null for a watch from now on, {@link #START} for one
 * that begins with the keys that are held now, else the opaque cursor of an earlier watch.
 */
public record WatchTarget(@Nullable Key key, String prefix, @Nullable String from) {

  /** The word for a watch that begins with a snapshot. */
  public static final String START = "start";
}
