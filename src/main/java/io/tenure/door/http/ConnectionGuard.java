package io.tenure.door.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.MaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.http.HttpConnection;
import org.jspecify.annotations.Nullable;

/** Watches the deadlines and the unread answers of one connection. Owned by one event loop. */
final class ConnectionGuard {

  /** The next step that is expected of the client. */
  enum Phase {
    /** To send a request, complete except for its body. */
    HEAD,
    BODY,
    /** No step: the server is at work, or the client waits or watches. */
    NOTHING,
    /** To read its answer. */
    READING
  }

  @SuppressWarnings("UnnecessaryLambda") // Distinguished from other actions by its identity.
  private static final Runnable NOTHING_TO_DO = () -> {};

  /**
   * The number of reads in one turn of the loop. With 16 reads, as in Netty, a flood on one
   * connection makes all others wait for a megabyte. A megabyte also fits into no near cache.
   */
  private static final int READS_IN_TURN = 1;

  /**
   * The channel of Netty, and not the connection of Vert.x: when a WebSocket takes over, that
   * connection stays in memory only if other objects hold it.
   */
  private final Channel channel;

  private final String address;
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
    address = ConnectionCount.addressOf(http.remoteAddress());
    this.all = all;
    RecvByteBufAllocator reads = channel.config().getRecvByteBufAllocator();
    if (reads instanceof MaxMessagesRecvByteBufAllocator counted) {
      counted.maxMessagesPerRead(READS_IN_TURN);
    }
  }

  Channel channel() {
    return channel;
  }

  /** Returns the address for which the connection counts. */
  String address() {
    return address;
  }

  boolean closed() {
    return closed;
  }

  boolean idle() {
    return phase == Phase.HEAD && unread == 0;
  }

  /** Called when the whole head of a request has arrived. */
  void begins() {
    enter(Phase.NOTHING, 0);
    all.busy(this);
    onLate = NOTHING_TO_DO;
    onClose = NOTHING_TO_DO;
    onDrain = NOTHING_TO_DO;
  }

  /** {@code late} runs when the body does not arrive in time. */
  void expectsBody(Runnable late) {
    onLate = late;
    enter(Phase.BODY, all.limits().times().bodyMillis());
  }

  void hasBody() {
    enter(Phase.NOTHING, 0);
  }

  /**
   * Sets the actions for a waiting caller: one for the close of its connection, and one for the
   * stop of the server.
   */
  void waits(Runnable whenClosed, Runnable whenDrained) {
    onClose = whenClosed;
    onDrain = whenDrained;
    if (closed) {
      whenClosed.run();
    }
  }

  /** Called when an answer is sent. */
  void answers() {
    onClose = NOTHING_TO_DO;
    onDrain = NOTHING_TO_DO;
    unread++;
    enter(Phase.READING, all.limits().times().writeMillis());
  }

  /** Called when an answer was read; the next request may have begun meanwhile. */
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

  /**
   * Called when an annex has answered. An empty write after that answer completes when the answer
   * has been read.
   */
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

  /** Runs the action as soon as the number of unread answers is below its limit. */
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
      VertxInternals.cut(channel);
    }
  }

  /** Closes the connection as soon as everything that was written is read. */
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
