package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Writes and reads compact frames by {@code docs/stream.md} alone. */
final class CompactFrames {

  static final int HEAD = 8;
  static final int ENTRY = 26;
  static final byte LEASE = 0;
  static final byte SESSION = 1;

  /** An exception in an answer. */
  record Named(int index, int code, long millis) {}

  /** An answer. */
  record Renewed(int count, long seq, long validForMillis, List<Named> named) {
    List<Integer> indexes() {
      return named.stream().map(Named::index).toList();
    }
  }

  private CompactFrames() {}

  static byte[] renew(long seq, List<String> leaseIds) {
    return renew(seq, leaseIds, LEASE);
  }

  static byte[] renew(long seq, List<String> ids, byte flags) {
    ByteBuffer frame = ByteBuffer.allocate(HEAD + ids.size() * ENTRY);
    frame.put((byte) 1).put((byte) 0).putShort((short) ids.size()).putInt((int) seq);
    for (String id : ids) {
      frame.put(flags).put(Base64.getUrlDecoder().decode(id));
    }
    return frame.array();
  }

  /** Parses an answer and checks every byte of it. */
  static Renewed renewed(byte[] bytes) {
    ByteBuffer frame = ByteBuffer.wrap(bytes);
    assertEquals(0x8100, frame.getShort() & 0xffff);
    int count = frame.getShort() & 0xffff;
    long seq = frame.getInt() & 0xffff_ffffL;
    long validFor = frame.getInt() & 0xffff_ffffL;
    int exceptions = frame.getShort() & 0xffff;
    List<Named> named = new ArrayList<>();
    for (int at = 0; at < exceptions; at++) {
      int index = frame.getShort() & 0xffff;
      int code = frame.get();
      assertEquals(0, frame.get());
      named.add(new Named(index, code, frame.getInt() & 0xffff_ffffL));
    }
    assertEquals(0, frame.remaining());
    return new Renewed(count, seq, validFor, named);
  }
}
