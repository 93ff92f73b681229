package io.tenure.door.ws;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.tenure.door.ConnectionLeases;
import io.tenure.vertx.VertxInternals;
import io.tenure.wire.JsonText;
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

/** What leaves a stream, and how much of it was not read yet. Owned by its loop. */
final class Outbox implements ConnectionLeases.Outlet {

  /** Of RFC 6455, and of those registered since. */
  static final short GOING_AWAY = 1001;

  static final short UNSUPPORTED = 1003;
  static final short POLICY = 1008;
  static final short TOO_BIG = 1009;
  static final short TRY_LATER = 1013;

  /** For the other side to read what is left and to close as well. */
  private static final long CLOSE_WITHIN_MILLIS = 1_000;

  /** What gathers the flushes of Vert.x; a lane stands before it and flushes for itself. */
  static final String FLUSHES = "flushes";

  /** Answers that come together leave together: one call of the system for so many. */
  private static final int FLUSH_EVERY = 256;

  /** Of an answer in JSON without a value. */
  private static final int USUAL_BYTES = 512;

  private static final int OPENED_BYTES = 64;

  /** Of a loss, when its key is not long. */
  private static final int LOSS_BYTES = 160;

  /** For the answers to what one read brings; more make it grow. */
  private static final int COMPACT_BYTES = 512;

  /** Of a pong, however little it repeats: an empty one costs memory as well. */
  private static final int PONG_BYTES = 128;

  /** How WebSocket begins a frame, and says that its length follows in two bytes, or in eight. */
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

  /** {@code onRead}: what to do whenever something was read. */
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

  /** So much waits that no more should be asked for. */
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
  public void lost(List<ConnectionLeases.Loss> losses) {
    push(
        "lost",
        losses.size() * LOSS_BYTES,
        json -> {
          json.writeArrayFieldStart("leases");
          for (ConnectionLeases.Loss loss : losses) {
            ReplyWriter.lost(
                json, loss.lease(), loss.key(), loss.token(), loss.how(), loss.reason());
          }
          json.writeEndArray();
        });
  }

  boolean closing() {
    return closing;
  }

  /** Fails when it certainly never arrived. */
  Future<Void> answer(long seq, int status, JsonText.Body body) {
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

  /** For the next compact answer, of so many bytes, to be followed by {@link #answered}. */
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
   * A compact answer is written: it leaves at once, or when all that came with its frame is heard.
   */
  void answered() {
    if (!reading) {
      sendCompact(pipeline);
    }
  }

  /** Compact answers are gathered until {@link #readComplete}, and leave at once then. */
  void reads() {
    reading = true;
  }

  void readComplete(ChannelHandlerContext lane) {
    reading = false;
    sendCompact(lane);
  }

  /** Not by way of Vert.x, whose futures cost more than the renewals. */
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

  /** Tells the client how often the server gives a sign of life, when there is nothing to say. */
  void sayOpened() {
    push(
        "opened",
        OPENED_BYTES,
        json -> json.writeNumberField("heartbeatMs", limits.heartbeatMillis()));
  }

  /** Whoever does not read what it is told is told so, and cut. */
  void push(String what, int usualBytes, JsonText.Body body) {
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

  /** The last word. */
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
   * Vert.x leaves every close to the handler for the stop of its server, also one by this or by the
   * other side, if there is a handler.
   */
  void closesAtOnce() {
    socket.shutdownHandler(null);
  }

  /**
   * Closes without sending what is left: a close in good order waits until that has been read,
   * which is what the other side does not do. Where nothing is left of it, it is closed already.
   */
  void cut() {
    closing = true;
    ChannelHandlerContext first = pipeline.pipeline().firstContext();
    if (first != null) {
      first.close();
    }
  }

  /**
   * Spelled where it leaves from: {@link WebSocket#writeTextMessage} takes a string, to spell it
   * once more. {@code usualBytes}: more take another copy. What leaves no more is spelled all the
   * same, because it may be what empties a queue.
   */
  private Future<Void> send(int usualBytes, JsonText.Body body) {
    ByteBuf utf8 = Unpooled.buffer(usualBytes);
    JsonText.object(new ByteBufOutputStream(utf8), body);
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
