package io.tenure.door.ws;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.tenure.wire.Asked;
import io.tenure.wire.Json;
import io.tenure.wire.Problem;
import io.tenure.wire.RenewalFrame;
import io.tenure.wire.ReplyWriter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.WebSocketFrame;
import io.vertx.core.internal.http.WebSocketInternal;
import java.nio.charset.StandardCharsets;

/** What leaves a stream, and how much of it was not read yet. Owned by its loop. */
final class Outbox {

  /** Of RFC 6455, and of those registered since. */
  static final short GOING_AWAY = 1001;

  static final short UNSUPPORTED = 1003;
  static final short POLICY = 1008;
  static final short TOO_BIG = 1009;
  static final short TRY_LATER = 1013;

  /** For the other side to read what is left and to close as well. */
  private static final long CLOSE_WITHIN_MILLIS = 1_000;

  /** Answers that come together leave together: one call of the system for so many. */
  private static final int FLUSH_EVERY = 256;

  private final Vertx vertx;
  private final WebSocketInternal socket;
  private final StreamLimits limits;
  private final Runnable onRead;
  private final ChannelHandlerContext pipeline;
  private final ChannelFutureListener plainAnswerRead = read(RenewalFrame.ANSWER_HEAD_BYTES);
  private int unread;
  private boolean closing;

  /** {@code onRead}: what to do whenever something was read. */
  Outbox(Vertx vertx, WebSocketInternal socket, StreamLimits limits, Runnable onRead) {
    this.vertx = vertx;
    this.socket = socket;
    this.limits = limits;
    this.onRead = onRead;
    pipeline = socket.channelHandlerContext();
    pipeline.pipeline().addFirst(new FlushConsolidationHandler(FLUSH_EVERY, true));
  }

  /** So much waits that no more should be asked for. */
  boolean full() {
    return unread > limits.unreadBytes();
  }

  boolean halfFull() {
    return unread > limits.unreadBytes() / 2;
  }

  boolean closing() {
    return closing;
  }

  /** Fails when it certainly never arrived. */
  Future<Void> answer(long seq, int status, Json.Body body) {
    return send(
        Json.object(
            json -> {
              json.writeNumberField("seq", seq);
              json.writeNumberField("status", status);
              body.write(json);
            }));
  }

  void refuse(long seq, Problem problem) {
    send(
        Json.object(
            json -> {
              if (seq == Asked.NO_SEQ) {
                json.writeNullField("seq");
              } else {
                json.writeNumberField("seq", seq);
              }
              ReplyWriter.problem(json, problem);
            }));
  }

  ByteBuf frame(int bytes) {
    return pipeline.alloc().buffer(bytes, bytes);
  }

  /** Not by way of Vert.x, whose futures cost more than the renewal. */
  void answer(ByteBuf frame) {
    if (closing) {
      frame.release();
      return;
    }
    int bytes = frame.readableBytes();
    unread += bytes;
    pipeline
        .writeAndFlush(new BinaryWebSocketFrame(frame))
        .addListener(bytes == RenewalFrame.ANSWER_HEAD_BYTES ? plainAnswerRead : read(bytes));
  }

  /** Whoever does not read what it is told is told so, and cut. */
  void push(String what, Json.Body body) {
    if (full()) {
      goAway(Problems.TOO_SLOW, TRY_LATER);
      return;
    }
    send(
        Json.object(
            json -> {
              json.writeStringField("push", what);
              body.write(json);
            }));
  }

  void ping() {
    socket.writePing(Buffer.buffer());
  }

  /** The last word. */
  void goAway(Problem why, short code) {
    sayGoAway(why);
    close(code, why.code().name());
  }

  void sayGoAway(Problem why) {
    send(
        Json.object(
            json -> {
              json.writeStringField("push", "goaway");
              ReplyWriter.problem(json, why);
            }));
  }

  void close(short code, String reason) {
    if (!closing) {
      closing = true;
      socket.close(code, reason);
      vertx.setTimer(CLOSE_WITHIN_MILLIS, timer -> cut());
    }
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

  private Future<Void> send(byte[] json) {
    if (closing) {
      return Future.failedFuture("the stream closes");
    }
    String text = new String(json, StandardCharsets.UTF_8);
    return count(json.length, socket.writeFrame(WebSocketFrame.textFrame(text, true)));
  }

  private Future<Void> count(int bytes, Future<Void> written) {
    unread += bytes;
    return written.onComplete(read -> wasRead(bytes));
  }

  private ChannelFutureListener read(int bytes) {
    return read -> wasRead(bytes);
  }

  private void wasRead(int bytes) {
    unread -= bytes;
    onRead.run();
  }
}
