package io.tenure.loadtest.net;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One connection with its unanswered messages. Owned by its engine's thread. */
public final class Link implements Heard {

  private final Engine engine;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final Dialect dialect;
  private final ByteBuffer in;
  private final ByteBuffer out;
  private final int[] messages;
  private final long[] intended;
  private final long[] sent;
  private final int mask;
  private final Said said = new Said();
  private Answers answers = Answers.IGNORED;
  private int nextSeq;
  private int inFlight;
  private boolean greeted;
  private boolean dirty;
  private long nowNanos;

  Link(Engine engine, SocketChannel channel, SelectionKey key, Dialect dialect, LinkSize size) {
    this.engine = engine;
    this.channel = channel;
    this.key = key;
    this.dialect = dialect;
    in = ByteBuffer.allocateDirect(size.bytes());
    out = ByteBuffer.allocateDirect(size.bytes());
    messages = new int[size.messages()];
    intended = new long[size.messages()];
    sent = new long[size.messages()];
    mask = size.messages() - 1;
    dialect.greet(out);
    greeted = dialect.greeted(in.flip(), out);
    in.clear();
    markDirty();
  }

  /** False when it has no room for another: nothing was sent. */
  public boolean say(int message, long intendedNanos, long nowNanos) {
    if (inFlight > mask || !dialect.say(out, message, nextSeq)) {
      return false;
    }
    int at = nextSeq & mask;
    messages[at] = message;
    intended[at] = intendedNanos;
    sent[at] = nowNanos;
    nextSeq++;
    inFlight++;
    markDirty();
    return true;
  }

  /** Reports answers to another listener from now on. */
  public void tell(Answers who) {
    answers = who;
  }

  public int inFlight() {
    return inFlight;
  }

  public boolean greeted() {
    return greeted;
  }

  @Override
  public int messageOf(int seq) {
    return messages[seq & mask];
  }

  @Override
  public long nowNanos() {
    return nowNanos;
  }

  @Override
  public void answered(int seq, int done, int refused) {
    int at = seq & mask;
    said.message = messages[at];
    said.intendedNanos = intended[at];
    said.sentNanos = sent[at];
    inFlight--;
    answers.answered(this, said, done, refused, nowNanos);
  }

  void read() throws IOException {
    int read = channel.read(in);
    nowNanos = System.nanoTime();
    if (read < 0) {
      throw new EOFException("the server closed the connection");
    }
    in.flip();
    if (!greeted) {
      greeted = dialect.greeted(in, out);
    }
    if (greeted) {
      dialect.hear(in, out, this);
    }
    in.compact();
    if (out.position() > 0) {
      markDirty();
    }
  }

  void flush() throws IOException {
    dirty = false;
    out.flip();
    channel.write(out);
    boolean more = out.hasRemaining();
    out.compact();
    int wanted = more ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
  }

  void close() throws IOException {
    key.cancel();
    channel.close();
  }

  private void markDirty() {
    if (!dirty) {
      dirty = true;
      engine.dirty(this);
    }
  }
}
