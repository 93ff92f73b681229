package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Heard;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.RenewalFrame;
import java.nio.ByteBuffer;

/** {@code tenure.v1.bin}: requests in JSON, renewals in compact frames. */
public final class TenureStream extends WebSocket {

  private static final byte[] SEQ = Bytes.of("{\"seq\":");
  private static final byte[] STATUS = Bytes.of("\"status\":");
  private static final byte[] LEASE_ID = Bytes.of("\"leaseId\":\"");
  private static final byte[] PUSH = Bytes.of("{\"push\":\"");
  private static final int OK = 200;
  private static final int MULTIPLE = 300;

  /** Enough for any request of ours but a frame of renewals. */
  private static final int TEXT_BYTES_MAX = 512;

  private final Held held;
  private final Terms terms;
  private final Told told;
  private final byte[] text = new byte[TEXT_BYTES_MAX];
  private int length;

  public TenureStream(Held held, Terms terms, Told told) {
    super("/v1/stream", "tenure.v1.bin");
    this.held = held;
    this.terms = terms;
    this.told = told;
  }

  public static int frames(int leases, int batch) {
    return (leases + batch - 1) / batch;
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    int number = Say.number(message);
    return switch (Say.what(message)) {
      case RENEW -> sayRenewals(out, number, seq);
      case ACQUIRE -> sayText(out, seq, "acquire", number);
      case RELEASE -> sayText(out, seq, "release", number);
      case INSPECT -> sayText(out, seq, "inspect", number);
      case WATCH -> sayText(out, seq, "watch", number);
    };
  }

  private boolean sayRenewals(ByteBuffer out, int frame, int seq) {
    int first = frame * terms.batch();
    int count = Math.min(terms.batch(), held.size() - first);
    int bytes = RenewalFrame.HEAD_BYTES + count * RenewalFrame.ENTRY_BYTES;
    if (out.remaining() < Masked.HEAD_BYTES_MAX + bytes) {
      return false;
    }
    Masked.head(out, Masked.BINARY, bytes);
    Masked.putInt(out, RenewalFrame.RENEW << 24 | count);
    Masked.putInt(out, seq);
    held.putEntries(out, first, count);
    return true;
  }

  private boolean sayText(ByteBuffer out, int seq, String op, int lease) {
    if (out.remaining() < Masked.HEAD_BYTES_MAX + TEXT_BYTES_MAX) {
      return false;
    }
    length = 0;
    add(SEQ);
    add(Integer.toUnsignedString(seq)).add(",\"op\":\"").add(op);
    switch (op) {
      case "acquire" ->
          add("\",\"key\":\"")
              .add(terms.prefix())
              .add(Integer.toString(lease))
              .add("\",\"ttl\":\"")
              .add(Long.toString(terms.ttlMillisNow()))
              .add("ms\",\"holder\":\"load\"}");
      case "watch" -> add("\",\"prefix\":\"").add(terms.prefix()).add("\"}");
      default -> {
        add("\",\"leaseId\":\"");
        add(held.text(lease));
        add("\"}");
      }
    }
    Masked.head(out, Masked.TEXT, length);
    Masked.put(out, text, length);
    return true;
  }

  private TenureStream add(String ascii) {
    for (int at = 0; at < ascii.length(); at++) {
      text[length++] = (byte) ascii.charAt(at);
    }
    return this;
  }

  private void add(byte[] ascii) {
    System.arraycopy(ascii, 0, text, length, ascii.length);
    length += ascii.length;
  }

  @Override
  protected void binary(ByteBuffer in, int from, int to, Heard heard) {
    if ((in.get(from) & 0xff) != RenewalFrame.RENEWED) {
      throw new IllegalStateException("the server sent a frame of another kind");
    }
    int seq = in.getInt(from + RenewalFrame.SEQ_AT);
    int count = in.getShort(from + RenewalFrame.COUNT_AT) & 0xffff;
    int exceptions = in.getShort(from + RenewalFrame.EXCEPTIONS_AT) & 0xffff;
    int refused = 0;
    int first = Say.number(heard.messageOf(seq)) * terms.batch();
    for (int at = 0; at < exceptions; at++) {
      int exception = from + RenewalFrame.ANSWER_HEAD_BYTES + at * RenewalFrame.EXCEPTION_BYTES;
      int code = in.get(exception + RenewalFrame.CODE_AT) & 0xff;
      if (code != RenewalFrame.OTHER_TIME) {
        refused++;
        told.refused(
            first + (in.getShort(exception) & 0xffff),
            OutcomeHttpStatus.of(RenewalFrame.meaning(code)));
      }
    }
    heard.answered(seq, count - refused, refused);
  }

  @Override
  protected void text(ByteBuffer in, int from, int to, Heard heard) {
    int at = Bytes.after(in, from, Math.min(to, from + SEQ.length), SEQ);
    if (at < 0) {
      push(in, from, to, heard);
      return;
    }
    int seq = (int) Bytes.number(in, at, to);
    int status = (int) Bytes.number(in, Bytes.after(in, at, to, STATUS), to);
    int message = heard.messageOf(seq);
    boolean done = status >= OK && status < MULTIPLE;
    if (done && Say.what(message) == Say.ACQUIRE) {
      held.keep(Say.number(message), in, Bytes.after(in, at, to, LEASE_ID));
    }
    told.answered(message, status, in, at, to, heard.nowNanos());
    if (!done) {
      told.refused(Say.number(message), status);
    }
    heard.answered(seq, done ? 1 : 0, done ? 0 : 1);
  }

  private void push(ByteBuffer in, int from, int to, Heard heard) {
    int at = Bytes.after(in, from, to, PUSH);
    if (at < 0) {
      throw new IllegalStateException("neither an answer nor a push");
    }
    told.pushed(in, at, to, heard.nowNanos());
  }
}
