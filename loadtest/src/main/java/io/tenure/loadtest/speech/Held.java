package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Said;
import io.tenure.wire.RenewalFrame;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * The held leases, by number: their ids as in a frame of renewals, and their acknowledgement times.
 * Ten million of them are 340 MB.
 */
public final class Held {

  static final int TEXT_BYTES = 34;

  private static final int ID_BYTES = RenewalFrame.ENTRY_BYTES - RenewalFrame.SHARD_AT;

  private final byte[] masked;
  private final long[] sentNanos;
  private final byte[] text = new byte[TEXT_BYTES];
  private final byte[] id = new byte[ID_BYTES];

  public Held(int leases) {
    masked = new byte[Math.multiplyExact(leases, RenewalFrame.ENTRY_BYTES)];
    sentNanos = new long[leases];
  }

  public int size() {
    return sentNanos.length;
  }

  /** The sending of the request that was last acknowledged: its lease lives at least from then. */
  public long sentNanos(int lease) {
    return sentNanos[lease];
  }

  public void acknowledged(int lease, long sent) {
    sentNanos[lease] = sent;
  }

  /** All the leases of a frame of so many renewals. */
  public void acknowledged(Said frame, int batch) {
    int first = frame.message() * batch;
    Arrays.fill(sentNanos, first, Math.min(first + batch, size()), frame.sentNanos());
  }

  /** Reads the id from its text. */
  void keep(int lease, ByteBuffer in, int at) {
    for (int place = 0; place < TEXT_BYTES; place++) {
      text[place] = in.get(at + place);
    }
    byte[] told = Base64.getUrlDecoder().decode(text);
    int to = lease * RenewalFrame.ENTRY_BYTES;
    masked[to + RenewalFrame.FLAGS_AT] = Masked.MASK;
    for (int place = 0; place < ID_BYTES; place++) {
      masked[to + RenewalFrame.SHARD_AT + place] = (byte) (told[place] ^ Masked.MASK);
    }
  }

  void putEntries(ByteBuffer out, int first, int count) {
    out.put(masked, first * RenewalFrame.ENTRY_BYTES, count * RenewalFrame.ENTRY_BYTES);
  }

  byte[] text(int lease) {
    int from = lease * RenewalFrame.ENTRY_BYTES + RenewalFrame.SHARD_AT;
    for (int place = 0; place < ID_BYTES; place++) {
      id[place] = (byte) (masked[from + place] ^ Masked.MASK);
    }
    Base64.getUrlEncoder().withoutPadding().encode(id, text);
    return text;
  }
}
