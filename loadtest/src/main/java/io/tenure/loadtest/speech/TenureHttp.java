package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/** Sends renewals over HTTP/1.1: one by its address, many in a body. */
public final class TenureHttp implements Dialect {

  private static final byte[] ONE = Bytes.of("POST /v1/leases/");
  private static final byte[] REST_OF_ONE =
      Bytes.of("/renew HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  private static final String MANY =
      "POST /v1/leases/renew HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/json\r\nContent-Length: ";
  private static final byte[] END_OF_HEAD = Bytes.of("\r\n\r\n");
  private static final byte[] CONTENT_LENGTH = Bytes.of("content-length: ");
  private static final byte[] STATUS = Bytes.of("\"status\":200");
  private static final byte[] BODY = Bytes.of("{\"leases\":[");
  private static final byte[] BODY_END = Bytes.of("]}");
  private static final int STATUS_AT = 9;
  private static final int OK = 200;
  private static final int HEAD_BYTES_MAX = 256;

  private final Held held;
  private final int batch;
  private int nextSeq;

  public TenureHttp(Held held, int batch) {
    this.held = held;
    this.batch = batch;
  }

  @Override
  public void greet(ByteBuffer out) {
    // HTTP begins with the first request.
  }

  @Override
  public boolean greeted(ByteBuffer in, ByteBuffer out) {
    return true;
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    int first = Say.number(message) * batch;
    int count = Math.min(batch, held.size() - first);
    int body = BODY.length + count * (Held.TEXT_BYTES + 3) - 1 + BODY_END.length;
    if (out.remaining() < HEAD_BYTES_MAX + body) {
      return false;
    }
    if (batch == 1) {
      out.put(ONE).put(held.text(first)).put(REST_OF_ONE);
      return true;
    }
    out.put(Bytes.of(MANY + body)).put(END_OF_HEAD).put(BODY);
    for (int at = 0; at < count; at++) {
      if (at > 0) {
        out.put((byte) ',');
      }
      out.put((byte) '"').put(held.text(first + at)).put((byte) '"');
    }
    out.put(BODY_END);
    return true;
  }

  @Override
  public void hear(ByteBuffer in, ByteBuffer out, Heard heard) {
    while (true) {
      int body = Bytes.after(in, in.position(), in.limit(), END_OF_HEAD);
      if (body < 0) {
        return;
      }
      int length = Bytes.after(in, in.position(), body, CONTENT_LENGTH);
      int end = body + (int) Bytes.number(in, length, body);
      if (end > in.limit()) {
        return;
      }
      int status = (int) Bytes.number(in, in.position() + STATUS_AT, body);
      in.position(end);
      answered(in, body, end, status, heard);
    }
  }

  private void answered(ByteBuffer in, int from, int to, int status, Heard heard) {
    int seq = nextSeq++;
    int asked = Math.min(batch, held.size() - Say.number(heard.messageOf(seq)) * batch);
    int done = status == OK ? asked : 0;
    if (batch > 1 && status == OK) {
      done = 0;
      for (int at = from; (at = Bytes.after(in, at, to, STATUS)) >= 0; ) {
        done++;
      }
    }
    heard.answered(seq, done, asked - done);
  }
}
