package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;

/** Calls of etcd with one answer each: leases granted, keys put under them. */
public final class EtcdCalls extends Http2 {

  private static final int ID_FIELD = 2;

  private final String path;
  private final IntFunction<byte[]> requests;
  private final long[] leases;

  private EtcdCalls(String path, IntFunction<byte[]> requests, long[] leases) {
    this.path = path;
    this.requests = requests;
    this.leases = leases;
  }

  /** Stores the id of each in {@code leases}. */
  public static EtcdCalls grants(long ttlSeconds, long[] leases) {
    byte[] request = new Protobuf().number(1, ttlSeconds).done();
    return new EtcdCalls("/etcdserverpb.Lease/LeaseGrant", number -> request, leases);
  }

  /** Puts the key with the number of each lease under it. */
  public static EtcdCalls puts(String prefix, long[] leases) {
    return new EtcdCalls(
        "/etcdserverpb.KV/Put",
        number ->
            new Protobuf()
                .bytes(1, Bytes.of(prefix + number))
                .bytes(2, Bytes.of("load"))
                .number(3, leases[number])
                .done(),
        new long[0]);
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    byte[] request = requests.apply(message);
    int bytes = GRPC_HEAD_BYTES + request.length;
    if (out.remaining() < 512 + bytes) {
      return false;
    }
    int begun = out.position();
    open(out, 2 * seq + 1, path);
    if (!begin(out, 2 * seq + 1, bytes, END_STREAM, false)) {
      out.position(begun);
      return false;
    }
    grpc(out, request.length);
    out.put(request);
    return true;
  }

  @Override
  protected void heard(int stream, ByteBuffer in, int from, int to, Heard heard) {
    int seq = (stream - 1) / 2;
    if (leases.length > 0) {
      leases[heard.messageOf(seq)] = Protobuf.number(in, from, to, ID_FIELD);
    }
    heard.answered(seq, 1, 0);
  }
}
