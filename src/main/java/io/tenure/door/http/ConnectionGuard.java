package io.tenure.door.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.http.HttpConnection;
import org.jspecify.annotations.Nullable;

/** One connection as the door watches over it. Owned by its loop. */
final class ConnectionGuard {

  /** What is expected of the other side. */
  enum Phase {
    /** A request, whole but for its body. */
    HEAD,
    BODY,
    /** Nothing: the door is at work, or somebody waits or watches. */
    NOTHING,
    /** To read its answer. */
    READING
  }

  @SuppressWarnings("UnnecessaryLambda") // Told from other deeds by its identity.
  private static final Runnable NOTHING_TO_DO = () -> {};

  /**
   * In a turn of the loop. With the 16 of Netty a flood from one makes all others wait for a
   * megabyte, which moreover fits into no near cache.
   */
  private static final int READS_IN_TURN = 1;

  /**
   * Not the connection of Vert.x, of which a WebSocket leaves nothing but what is held by others.
   */
  private final Channel channel;

  private final ConnectionLimiter all;
  private Phase phase = Phase.HEAD;
  private long deadlineNanos;
  private int unread;
  private boolean closed;
  private Runnable onLate = NOTHING_TO_DO;
  private Runnable onClose = NOTHING_TO_DO;
  private Runnable onDrain = NOTHING_TO_DO;
  private @Nullable Runnable onRead;

  ConnectionGuard(HttpConnection http, ConnectionLimiter all) {
    channel = VertxInternals.channel(http);
    this.all = all;
    RecvByteBufAllocator reads = channel.config().getRecvByteBufAllocator();
    if (reads instanceof MaxMessagesRecvByteBufAllocator counted) {
      counted.maxMessagesPerRead(READS_IN_TURN);
    }
  }

  Channel channel() {
    return channel;
  }

  boolean closed() {
    return closed;
  }

  boolean idle() {
    return phase == Phase.HEAD && unread == 0;
  }

  /** The whole head of a request has come. */
  void begins() {
    enter(Phase.NOTHING, 0);
    all.busy(this);
    onLate = NOTHING_TO_DO;
    onClose = NOTHING_TO_DO;
    onDrain = NOTHING_TO_DO;
  }

  /** {@code late}: what to do when the body does not come. */
  void expectsBody(Runnable late) {
    onLate = late;
    enter(Phase.BODY, all.limits().times().bodyMillis());
  }

  void hasBody() {
    enter(Phase.NOTHING, 0);
  }

  /** What to do for whoever waits when it goes, and when the door closes. */
  void waits(Runnable whenClosed, Runnable whenDrained) {
    onClose = whenClosed;
    onDrain = whenDrained;
    if (closed) {
      whenClosed.run();
    }
  }

  /** An answer is on its way. */
  void answers() {
    onClose = NOTHING_TO_DO;
    onDrain = NOTHING_TO_DO;
    unread++;
    enter(Phase.READING, all.limits().times().writeMillis());
  }

  /** An answer was read; the next request may have begun meanwhile. */
  void read() {
    unread--;
    if (unread == 0 && phase == Phase.READING) {
      enter(Phase.HEAD, all.limits().times().idleMillis());
      all.idle(this);
    }
    Runnable next = onRead;
    if (next != null) {
      onRead = null;
      next.run();
    }
  }

  /** An annex has answered: what is written behind that leaves when it has been read. */
  void handedBack() {
    answers();
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(
            left -> {
              if (left.isSuccess()) {
                read();
              }
            });
  }

  /** Runs it when no more answers are unread than may be. */
  void whenRead(Runnable next) {
    if (unread < all.limits().pipelined()) {
      next.run();
    } else {
      enter(Phase.READING, all.limits().times().writeMillis());
      onRead = next;
    }
  }

  void drain() {
    Runnable drained = onDrain;
    onDrain = NOTHING_TO_DO;
    if (idle()) {
      close();
    } else {
      drained.run();
    }
  }

  void closedNow() {
    closed = true;
    Runnable gone = onClose;
    onClose = NOTHING_TO_DO;
    gone.run();
  }

  boolean late(long nowNanos) {
    return phase != Phase.NOTHING && nowNanos - deadlineNanos >= 0;
  }

  void endLate() {
    Runnable told = onLate;
    onLate = NOTHING_TO_DO;
    if (phase == Phase.BODY && told != NOTHING_TO_DO) {
      told.run();
    } else {
      cut();
    }
  }

  /**
   * Closes without sending what is left: the close of Vert.x waits until that has been read, which
   * is what the other side does not do. So it must not come by the handler of Vert.x.
   */
  private void cut() {
    channel.pipeline().firstContext().close();
  }

  /** When what was written is read. */
  void close() {
    channel.close();
  }

  void expectsHead(long millis) {
    enter(Phase.HEAD, millis);
  }

  private void enter(Phase next, long millis) {
    phase = next;
    deadlineNanos = System.nanoTime() + millis * 1_000_000;
  }
}
