package io.tenure.door;

import io.tenure.api.InvalidFieldException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The position at which a watch continues: for each shard the revision up to which everything was
 * delivered. A shard that is not named must be shown from the beginning.
 */
final class WatchCursor {

  /** Replaces the revision of a shard when earlier events are still to be delivered. */
  static final long UNTOLD = -1;

  private static final long KIND = 2;

  private WatchCursor() {}

  /**
   * Encodes the revisions of the shards from {@code first} on; a revision may be {@link #UNTOLD}.
   * The revisions are similar: their differences need half of the length.
   */
  static String text(int shards, int first, long[] revisions) {
    long least = least(revisions);
    CursorCodec.Writer writer = new CursorCodec.Writer().put(KIND).put(shards).put(least);
    int before = -1;
    for (int at = 0; at < revisions.length; at++) {
      if (revisions[at] != UNTOLD) {
        writer.put(first + at - before - 1).put(revisions[at] - least);
        before = first + at;
      }
    }
    return writer.text();
  }

  private static long least(long[] revisions) {
    long least = Long.MAX_VALUE;
    for (long revision : revisions) {
      least = revision == UNTOLD ? least : Math.min(least, revision);
    }
    return least == Long.MAX_VALUE ? 0 : least;
  }

  /**
   * Decodes a cursor. A cursor for another number of shards is void: everything has to be shown
   * again.
   */
  static SortedMap<Integer, Long> parse(String text, int shards) {
    CursorCodec.Reader reader = CursorCodec.Reader.of(text);
    if (reader == null || reader.next() != KIND) {
      throw wrong();
    }
    boolean ours = reader.next() == shards;
    long least = reader.next();
    SortedMap<Integer, Long> revisions = new TreeMap<>();
    long before = -1;
    while (!reader.atEnd()) {
      long gap = reader.next();
      long more = reader.next();
      long shard = before + 1 + gap;
      boolean sound = gap >= 0 && more >= 0 && least >= 0 && shard <= Character.MAX_VALUE;
      if (!sound || least + more < 0 || ours && shard >= shards) {
        throw wrong();
      }
      revisions.put((int) shard, least + more);
      before = shard;
    }
    return ours ? revisions : new TreeMap<>();
  }

  private static InvalidFieldException wrong() {
    return new InvalidFieldException(
        "from", "is no cursor; leave it out, or say start for a snapshot first");
  }
}
