package io.tenure.door;

import io.tenure.api.InvalidFieldException;

/**
 * The position at which a listing continues; {@code within} is the position in the shard, 0 at its
 * beginning.
 */
record ListCursor(int shard, long within) {

  private static final long KIND = 1;

  String text(int shards) {
    return new CursorCodec.Writer().put(KIND).put(shards).put(shard).put(within).text();
  }

  static ListCursor parse(String text, int shards) {
    CursorCodec.Reader reader = CursorCodec.Reader.of(text);
    if (reader != null && reader.next() == KIND && reader.next() == shards) {
      long shard = reader.next();
      long within = reader.next();
      if (shard >= 0 && shard < shards && within >= 0 && reader.atEnd()) {
        return new ListCursor((int) shard, within);
      }
    }
    throw new InvalidFieldException("cursor", "is no cursor of this server; list again without it");
  }
}
