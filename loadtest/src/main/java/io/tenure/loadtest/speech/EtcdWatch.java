package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/** Watches the keys under a prefix, and reports each that is deleted. */
public final class EtcdWatch extends Http2 {

  /** Reports the key with this number. */
  @FunctionalInterface
  public interface Deleted {
    void deleted(int number, long nowNanos);
  }

  private static final int STREAM = 1;
  private static final int CREATE_REQUEST = 1;
  private static final int CREATED = 3;
  private static final int EVENTS = 11;
  private static final int EVENT_TYPE = 1;
  private static final int EVENT_KV = 2;
  private static final int DELETE = 1;
  private static final int KEY = 1;

  private final String prefix;
  private final Deleted deleted;

  public EtcdWatch(String prefix, Deleted deleted) {
    this.prefix = prefix;
    this.deleted = deleted;
  }

  @Override
  public void greet(ByteBuffer out) {
    super.greet(out);
    open(out, STREAM, "/etcdserverpb.Watch/Watch");
  }

  /** The one message is the request to watch. */
  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    byte[] end = Bytes.of(prefix);
    end[end.length - 1]++;
    byte[] range = new Protobuf().bytes(1, Bytes.of(prefix)).bytes(2, end).done();
    byte[] request = new Protobuf().bytes(CREATE_REQUEST, range).done();
    if (!begin(out, STREAM, GRPC_HEAD_BYTES + request.length, 0, true)) {
      return false;
    }
    grpc(out, request.length);
    out.put(request);
    return true;
  }

  @Override
  protected void heard(int stream, ByteBuffer in, int from, int to, Heard heard) {
    if (Protobuf.number(in, from, to, CREATED) == 1) {
      heard.answered(0, 1, 0);
    }
    for (int at = from; (at = Protobuf.find(in, at, to, EVENTS)) >= 0; ) {
      int end = Protobuf.end(in, at);
      event(in, at + Protobuf.size(in, at), end, heard.nowNanos());
      at = end;
    }
  }

  private void event(ByteBuffer in, int from, int to, long nowNanos) {
    if (Protobuf.number(in, from, to, EVENT_TYPE) == DELETE) {
      int kv = Protobuf.find(in, from, to, EVENT_KV);
      int key = Protobuf.find(in, kv + Protobuf.size(in, kv), Protobuf.end(in, kv), KEY);
      int name = key + Protobuf.size(in, key);
      deleted.deleted(
          (int) Bytes.number(in, name + prefix.length(), Protobuf.end(in, key)), nowNanos);
    }
  }
}
