package io.tenure.door.ws;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import org.jspecify.annotations.Nullable;

/**
 * One stream, from its opening to its close. The stream assembles messages, passes them to the code
 * that answers, and reads no faster than the client does. Owned by one event loop.
 */
final class ServerStream {

  /** The number of pings that a client may send between two checks. */
  private static final int PINGS_MAX = 100;

  private final LoopStreams all;
  private final ServerWebSocket socket;
  private final ChannelConfig channel;
  private final boolean binary;
  private final StreamLimits limits;
  private final Outbox outbox;
  private final StreamRequestHandler calls;
  private final StreamRenewals renewals;
  private @Nullable Buffer fragments;
  private boolean fragmentsAreText;
  private boolean paused;
  private boolean leaving;
  private boolean heard;
  private long heardNanos = System.nanoTime();
  private boolean pinged;
  private long pingedNanos;
  private int pings;

  /** {@code renewing}: the admission of the stream, for renewals in batches. */
  ServerStream(
      LoopStreams all, ServerWebSocket socket, AdmittedOperation renewing, boolean binary) {
    this.all = all;
    this.socket = socket;
    this.binary = binary;
    limits = all.limits;
    ChannelHandlerContext pipeline = VertxInternals.pipeline(socket);
    channel = pipeline.channel().config();
    outbox = new Outbox(all.context, socket, limits, this::wasRead);
    calls = new StreamRequestHandler(all, renewing.caller(), outbox, this::wasAnswered);
    renewals = new StreamRenewals(outbox, all.batches, renewing.renewals(), this::wasAnswered);
    socket
        .frameHandler(this::hear)
        .exceptionHandler(brokenByTheOtherSide -> {})
        .closeHandler(closed -> gone())
        .shutdownHandler(stops -> leave());
    pipeline.pipeline().addBefore(Outbox.FLUSHES, null, new FrameInterceptor(this, all.context));
    outbox.sayOpened();
  }

  /** Pings a silent client, and cuts a client that does not answer the ping. */
  void look(long nowNanos) {
    pings = 0;
    calls.signOfLife();
    if (heard) {
      heard = false;
      heardNanos = nowNanos;
      pinged = false;
    }
    if (pinged && nowNanos - pingedNanos > limits.silenceMillis() * 1_000_000) {
      outbox.cut();
    } else if (!pinged && nowNanos - heardNanos > limits.heartbeatMillis() * 1_000_000) {
      pinged = true;
      pingedNanos = nowNanos;
      outbox.ping();
    }
  }

  /** Whether compact frames may be passed directly to {@link #take(ByteBuf)}. */
  boolean takesFrames() {
    return binary && !paused && !outbox.closing();
  }

  void take(ByteBuf frame) {
    heard = true;
    outbox.reads();
    renewals.hear(frame);
    balance();
  }

  void answerPing(ByteBuf payload) {
    heard = true;
    if (++pings > PINGS_MAX) {
      outbox.close(Outbox.POLICY, "too many pings");
    }
    outbox.pong(payload);
    balance();
  }

  /** Called after everything from one read was processed. */
  void readComplete(ChannelHandlerContext channel) {
    renewals.send();
    outbox.readComplete(channel);
  }

  /** Called when the client closes the stream; Vert.x answers that close. */
  void left() {
    outbox.closesAtOnce();
  }

  /** Called when the client broke the protocol: no later bytes can be understood. */
  void violated(int code, String how) {
    outbox.close((short) code, how);
  }

  private void hear(WebSocketFrame frame) {
    heard = true;
    if (outbox.closing() || frame.isClose()) {
      return;
    }
    if (frame.isText() || frame.isBinary() || frame.isContinuation()) {
      assemble(frame);
      balance();
    }
  }

  /** Joins the fragments of a message. Netty checks the order of the fragments. */
  private void assemble(WebSocketFrame frame) {
    if (frame.isContinuation() && fragments != null) {
      fragments.appendBuffer(frame.binaryData());
      if (fragments.length() > limits.frameBytes()) {
        outbox.close(Outbox.TOO_BIG, "use at most " + limits.frameBytes() + " bytes");
      } else if (frame.isFinal()) {
        Buffer message = fragments;
        fragments = null;
        take(fragmentsAreText, message);
      }
    } else if (frame.isFinal()) {
      take(frame.isText(), frame.binaryData());
    } else {
      fragments = Buffer.buffer().appendBuffer(frame.binaryData());
      fragmentsAreText = frame.isText();
    }
  }

  private void take(boolean text, Buffer message) {
    if (text) {
      calls.hear(message.getBytes());
    } else if (binary) {
      renewals.hear(Unpooled.wrappedBuffer(message.getBytes()));
      renewals.send();
    } else {
      outbox.close(Outbox.UNSUPPORTED, "binary frames are for " + StreamDoor.BINARY);
    }
  }

  private void wasRead() {
    if (!outbox.halfFull()) {
      calls.resume();
    }
    balance();
  }

  private void wasAnswered() {
    balance();
    if (leaving && calls.quiet() && renewals.quiet()) {
      outbox.close(Outbox.GOING_AWAY, ServerStoppingProblems.WORDS);
    }
  }

  /**
   * Pauses and resumes the reading, also that of the channel: compact frames never fill the queue
   * by which Vert.x would pause the channel.
   */
  private void balance() {
    boolean enough = renewals.full() || (paused ? outbox.halfFull() : outbox.full());
    if (enough && !paused) {
      paused = true;
      socket.pause();
      channel.setAutoRead(false);
    } else if (!enough && paused) {
      paused = false;
      channel.setAutoRead(true);
      socket.resume();
    }
  }

  /**
   * Called when the server stops: requests under way are answered, and waiters are told to retry.
   */
  private void leave() {
    if (!leaving) {
      leaving = true;
      outbox.sayGoAway(ServerStoppingProblems.STREAM);
      calls.leave();
      wasAnswered();
    }
  }

  private void gone() {
    all.closed(this);
    calls.gone();
  }
}
