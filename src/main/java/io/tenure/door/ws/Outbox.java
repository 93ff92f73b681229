package io.tenure.door.ws;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.tenure.door.ConnectionLossFeed;
import io.tenure.vertx.VertxInternals;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.StreamRequest;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outgoing messages of one stream, with the number of bytes that the client has not read yet.
 * Owned by one event loop.
 */
final class Outbox implements ConnectionLossFeed.Outlet {

  /** Close codes of RFC 6455, and of later registrations. */
  static final short GOING_AWAY = 1001;

  static final short UNSUPPORTED = 1003;
  static final short POLICY = 1008;
  static final short TOO_BIG = 1009;
  static final short TRY_LATER = 1013;

  /** The time for the client to read the remaining messages and to close as well. */
  private static final long CLOSE_WITHIN_MILLIS = 1_000;

  /**
   * The handler that combines the flushes of Vert.x. The {@link FrameInterceptor} comes before this
   * handler in the pipeline, and flushes for itself.
   */
  static final String FLUSHES = "flushes";

  /** The number of answers that one call of the system may send together. */
  private static final int FLUSH_EVERY = 256;

  /** The usual size of an answer in JSON without a value. */
  private static final int USUAL_BYTES = 512;

  private static final int OPENED_BYTES = 64;

  /** The usual size of a loss with a key that is not long. */
  private static final int LOSS_BYTES = 160;

  /**
   * The first size of the buffer for the answers to one read; more answers make the buffer grow.
   */
  private static final int COMPACT_BYTES = 512;

  /** The size that a pong counts for: even an empty pong costs memory. */
  private static final int PONG_BYTES = 128;

  /**
   * The first byte of a WebSocket frame. {@link #LENGTH_16} says that the length follows in two
   * bytes, {@link #LENGTH_64} says that the length follows in eight.
   */
  private static final int FINAL_BINARY = 0x82;

  private static final int LENGTH_16 = 126;
  private static final int LENGTH_16_MAX = 65_535;
  private static final int LENGTH_64 = 127;

  private final Context context;
  private final ServerWebSocket socket;
  private final StreamLimits limits;
  private final Runnable onRead;
  private final ChannelHandlerContext pipeline;
  private @Nullable ByteBuf compact;
  private boolean reading;
  private int unread;
  private boolean closing;

  /** {@code onRead} runs whenever the client has read something. */
  Outbox(Context context, ServerWebSocket socket, StreamLimits limits, Runnable onRead) {
    this.context = context;
    this.socket = socket;
    this.limits = limits;
    this.onRead = onRead;
    pipeline = VertxInternals.pipeline(socket);
    pipeline
        .pipeline()
        .addBefore(pipeline.name(), FLUSHES, new FlushConsolidationHandler(FLUSH_EVERY, true));
  }

  /** Whether so much is unread that no more requests should be read. */
  boolean full() {
    return unread > limits.unreadBytes();
  }

  boolean halfFull() {
    return unread > limits.unreadBytes() / 2;
  }

  @Override
  public boolean isFull() {
    return halfFull();
  }

  @Override
  public void lost(List<ConnectionLossFeed.Loss> losses) {
    push(
        "lost",
        losses.size() * LOSS_BYTES,
        json -> {
          json.writeArrayFieldStart("leases");
          for (ConnectionLossFeed.Loss loss : losses) {
            ReplyWriter.lost(
                json, loss.lease(), loss.key(), loss.token(), loss.how(), loss.reason());
          }
          json.writeEndArray();
        });
  }

  boolean closing() {
    return closing;
  }

  /** Sends an answer. The future fails when the answer certainly never arrived. */
  Future<Void> answer(long seq, int status, JsonObjectWriter.Body body) {
    return send(
        USUAL_BYTES,
        json -> {
          json.writeNumberField("seq", seq);
          json.writeNumberField("status", status);
          body.write(json);
        });
  }

  void refuse(long seq, Problem problem) {
    send(
        USUAL_BYTES,
        json -> {
          if (seq == StreamRequest.NO_SEQ) {
            json.writeNullField("seq");
          } else {
            json.writeNumberField("seq", seq);
          }
          ReplyWriter.problem(json, problem);
        });
  }

  /**
   * Returns the buffer for the next compact answer of this many bytes. Call {@link #answered} after
   * the answer is written.
   */
  ByteBuf compact(int bytes) {
    ByteBuf frames = compact;
    if (frames == null) {
      frames = pipeline.alloc().buffer(COMPACT_BYTES);
      compact = frames;
    }
    frames.writeByte(FINAL_BINARY);
    if (bytes < LENGTH_16) {
      frames.writeByte(bytes);
    } else if (bytes <= LENGTH_16_MAX) {
      frames.writeByte(LENGTH_16).writeShort(bytes);
    } else {
      frames.writeByte(LENGTH_64).writeLong(bytes);
    }
    return frames;
  }

  /**
   * Called after a compact answer was written. The answer is sent at once, or after everything that
   * arrived with its frame was processed.
   */
  void answered() {
    if (!reading) {
      sendCompact(pipeline);
    }
  }

  /** Collects compact answers until {@link #readComplete}, which sends them together. */
  void reads() {
    reading = true;
  }

  void readComplete(ChannelHandlerContext channel) {
    reading = false;
    sendCompact(channel);
  }

  /** Bypasses Vert.x, because its futures cost more than the renewals. */
  private void sendCompact(ChannelHandlerContext from) {
    ByteBuf frames = compact;
    compact = null;
    if (frames != null && closing) {
      frames.release();
    } else if (frames != null) {
      int bytes = frames.readableBytes();
      unread += bytes;
      from.writeAndFlush(frames).addListener(read -> wasRead(bytes));
    }
  }

  /** Tells the client how often the server sends a sign of life on an idle stream. */
  void sayOpened() {
    push(
        "opened",
        OPENED_BYTES,
        json -> json.writeNumberField("heartbeatMs", limits.heartbeatMillis()));
  }

  /** Sends a push. A client that does not read its pushes is informed, and cut. */
  void push(String what, int usualBytes, JsonObjectWriter.Body body) {
    if (full()) {
      goAway(StreamProblems.TOO_SLOW, TRY_LATER);
      return;
    }
    send(
        usualBytes,
        json -> {
          json.writeStringField("push", what);
          body.write(json);
        });
  }

  void ping() {
    socket.writePing(Buffer.buffer());
  }

  void pong(ByteBuf pinged) {
    if (!closing) {
      count(PONG_BYTES, socket.writePong(Buffer.buffer(ByteBufUtil.getBytes(pinged))));
    }
  }

  /** Sends the last message, and closes the stream. */
  void goAway(Problem why, short code) {
    sayGoAway(why);
    close(code, why.code().name());
  }

  void sayGoAway(Problem why) {
    send(
        USUAL_BYTES,
        json -> {
          json.writeStringField("push", "goaway");
          ReplyWriter.problem(json, why);
        });
  }

  void close(short code, String reason) {
    if (!closing) {
      sendCompact(pipeline);
      closing = true;
      closesAtOnce();
      socket.close(code, reason);
      context.owner().setTimer(CLOSE_WITHIN_MILLIS, timer -> cut());
    }
  }

  /**
   * Removes the handler for the stop of the server. While there is one, Vert.x leaves every close
   * to that handler, also a close by this server or by the client. Vert.x takes no handler for a
   * stream that has closed already.
   */
  void closesAtOnce() {
    if (!socket.isClosed()) {
      socket.shutdownHandler(null);
    }
  }

  /** Closes the connection without sending the remaining bytes: this client does not read. */
  void cut() {
    closing = true;
    VertxInternals.cut(pipeline.channel());
  }

  /**
   * Encodes the message directly into the buffer that is sent: {@link WebSocket#writeTextMessage}
   * takes a string and would encode that string again. A message with more than {@code usualBytes}
   * is copied once more. The message is encoded even when the stream closes, because the encoding
   * may empty a queue.
   */
  private Future<Void> send(int usualBytes, JsonObjectWriter.Body body) {
    ByteBuf utf8 = Unpooled.buffer(usualBytes);
    JsonObjectWriter.object(new ByteBufOutputStream(utf8), body);
    if (closing || socket.isClosed()) {
      return Future.failedFuture("the stream closes");
    }
    int bytes = utf8.readableBytes();
    return count(bytes, VertxInternals.write(pipeline, new TextWebSocketFrame(utf8), context));
  }

  private Future<Void> count(int bytes, Future<Void> written) {
    unread += bytes;
    return written.onComplete(read -> wasRead(bytes));
  }

  private void wasRead(int bytes) {
    unread -= bytes;
    onRead.run();
  }
}
