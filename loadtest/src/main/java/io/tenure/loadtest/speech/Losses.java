package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;

/** Hears of leases that ended: as their holder, or as one who watches. */
public final class Losses implements Told {

  /** Of the lease with this number. */
  @FunctionalInterface
  public interface Ended {
    void ended(int lease, long nowNanos);
  }

  private static final byte[] LOST = Bytes.of("lost\"");
  private static final byte[] EVENT = Bytes.of("event\"");
  private static final byte[] EXPIRED_CODE = Bytes.of("\"code\":\"EXPIRED\"");
  private static final byte[] EXPIRED_TYPE = Bytes.of("\"type\":\"expired\"");
  private static final byte[] GOAWAY = Bytes.of("goaway\"");
  private static final byte[] KEY = Bytes.of("\"key\":\"");

  private final int prefixBytes;
  private final boolean asHolder;
  private final Ended ended;

  /** {@code asHolder}: else as one who watches. */
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
    boolean expired =
        asHolder
            ? starts(in, from, LOST) && Bytes.after(in, from, to, EXPIRED_CODE) >= 0
            : starts(in, from, EVENT) && Bytes.after(in, from, to, EXPIRED_TYPE) >= 0;
    if (expired) {
      int key = Bytes.after(in, from, to, KEY);
      ended.ended((int) Bytes.number(in, key + prefixBytes, to), nowNanos);
    }
  }

  private static boolean starts(ByteBuffer in, int from, byte[] wanted) {
    return Bytes.after(in, from, from + wanted.length, wanted) >= 0;
  }
}
