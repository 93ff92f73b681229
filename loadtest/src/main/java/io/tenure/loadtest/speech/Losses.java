package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;

/** Receives the ends of leases: as their holder, or as a watcher. */
public final class Losses implements Told {

  /** Reports the lease with this number. */
  @FunctionalInterface
  public interface Ended {
    void ended(int lease, long nowNanos);
  }

  private static final byte[] LOST = Bytes.of("lost\"");
  private static final byte[] EVENT = Bytes.of("event\"");
  private static final byte[] CODE = Bytes.of("\"code\":\"");
  private static final byte[] EXPIRED = Bytes.of("EXPIRED\"");
  private static final byte[] EXPIRED_TYPE = Bytes.of("\"type\":\"expired\"");
  private static final byte[] GOAWAY = Bytes.of("goaway\"");
  private static final byte[] KEY = Bytes.of("\"key\":\"");

  private final int prefixBytes;
  private final boolean asHolder;
  private final Ended ended;

  /** {@code asHolder}: else as a watcher. */
  public Losses(Terms terms, boolean asHolder, Ended ended) {
    prefixBytes = terms.prefix().length();
    this.asHolder = asHolder;
    this.ended = ended;
  }

  @Override
  public void pushed(ByteBuffer in, int from, int to, long nowNanos) {
    if (starts(in, from, GOAWAY)) {
      throw new IllegalStateException("the server says goaway: we read too slowly, or it stops");
    }
    if (asHolder && starts(in, from, LOST)) {
      lost(in, from, to, nowNanos);
    } else if (!asHolder
        && starts(in, from, EVENT)
        && Bytes.after(in, from, to, EXPIRED_TYPE) >= 0) {
      ended.ended(lease(in, Bytes.after(in, from, to, KEY), to), nowNanos);
    }
  }

  /** One lease after the other. */
  private void lost(ByteBuffer in, int from, int to, long nowNanos) {
    int key = Bytes.after(in, from, to, KEY);
    while (key >= 0) {
      int code = Bytes.after(in, key, to, CODE);
      if (starts(in, code, EXPIRED)) {
        ended.ended(lease(in, key, to), nowNanos);
      }
      key = Bytes.after(in, code, to, KEY);
    }
  }

  private int lease(ByteBuffer in, int key, int to) {
    return (int) Bytes.number(in, key + prefixBytes, to);
  }

  private static boolean starts(ByteBuffer in, int from, byte[] wanted) {
    return Bytes.after(in, from, from + wanted.length, wanted) >= 0;
  }
}
