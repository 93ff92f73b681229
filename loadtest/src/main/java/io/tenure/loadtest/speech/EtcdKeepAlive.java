package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/**
 * A long {@code LeaseKeepAlive} stream with many lease ids: the best way to renew at etcd. A
 * message of etcd has one id, so many messages go into one frame of data.
 */
public final class EtcdKeepAlive extends Http2 {

  private static final int STREAM = 1;
  private static final int TTL_FIELD = 3;

  private final long[] leases;
  private final int batch;
  private int nextSeq;
  private int heardOfIt;
  private int done;

  public EtcdKeepAlive(long[] leases, int batch) {
    this.leases = leases;
    this.batch = batch;
  }

  @Override
  public void greet(ByteBuffer out) {
    super.greet(out);
    open(out, STREAM, "/etcdserverpb.Lease/LeaseKeepAlive");
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    int bytes = 0;
    for (int at = 0; at < batch; at++) {
      bytes += GRPC_HEAD_BYTES + 1 + varintBytes(lease(message, at));
    }
    if (!begin(out, STREAM, bytes, 0, true)) {
      return false;
    }
    for (int at = 0; at < batch; at++) {
      long left = lease(message, at);
      grpc(out, 1 + varintBytes(left));
      out.put((byte) 0x08);
      while ((left & ~0x7fL) != 0) {
        out.put((byte) (left | 0x80));
        left >>>= 7;
      }
      out.put((byte) left);
    }
    return true;
  }

  private long lease(int message, int at) {
    return leases[(int) (((long) message * batch + at) % leases.length)];
  }

  private static int varintBytes(long number) {
    return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
  }

  /** An ended lease is answered without a ttl. */
  @Override
  protected void heard(int stream, ByteBuffer in, int from, int to, Heard heard) {
    done += Protobuf.number(in, from, to, TTL_FIELD) > 0 ? 1 : 0;
    if (++heardOfIt == batch) {
      int whole = done;
      done = 0;
      heardOfIt = 0;
      heard.answered(nextSeq++, whole, batch - whole);
    }
  }
}
