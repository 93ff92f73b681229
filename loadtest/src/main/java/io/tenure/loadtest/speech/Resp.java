package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** Commands for Redis; several in one message are a pipeline. */
public final class Resp implements Dialect {

  private final IntFunction<byte[]> commands;
  private final int total;
  private final int batch;
  private int nextSeq;
  private int heardOfIt;
  private int done;

  /** {@code commands}: by number, of {@code total}. */
  public Resp(IntFunction<byte[]> commands, int total, int batch) {
    this.commands = commands;
    this.total = total;
    this.batch = batch;
  }

  /** The command in the format of Redis. */
  public static byte[] command(String... words) {
    StringBuilder all = new StringBuilder("*").append(words.length).append("\r\n");
    for (String word : words) {
      all.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    return Bytes.of(all.toString());
  }

  @Override
  public void greet(ByteBuffer out) {
    // Redis begins with the first command.
  }

  @Override
  public boolean greeted(ByteBuffer in, ByteBuffer out) {
    return true;
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    int begun = out.position();
    for (int at = 0; at < batch; at++) {
      byte[] command = commands.apply((int) (((long) message * batch + at) % total));
      if (out.remaining() < command.length) {
        out.position(begun);
        return false;
      }
      out.put(command);
    }
    return true;
  }

  @Override
  public void hear(ByteBuffer in, ByteBuffer out, Heard heard) {
    int from = in.position();
    for (int at = from; at < in.limit(); at++) {
      if (in.get(at) == '\n') {
        reply(in, from, heard);
        from = at + 1;
      }
    }
    in.position(from);
  }

  /** A renewal that was done is {@code :1}, a SET is {@code +OK}. */
  private void reply(ByteBuffer in, int from, Heard heard) {
    byte kind = in.get(from);
    if (kind == '-') {
      byte[] said = new byte[in.limit() - from];
      in.get(from, said);
      throw new IllegalStateException(
          "Redis says " + new String(said, StandardCharsets.ISO_8859_1).strip());
    }
    done += kind == '+' || kind == ':' && in.get(from + 1) == '1' ? 1 : 0;
    if (++heardOfIt == batch) {
      int whole = done;
      done = 0;
      heardOfIt = 0;
      heard.answered(nextSeq++, whole, batch - whole);
    }
  }
}
