package io.tenure.door.http;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Outcome;
import io.tenure.door.CommonHttpHeaders;
import io.tenure.door.MultiShardWatch;
import io.tenure.door.ServerSentEventBlocks;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.door.WatchListener;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.Spelling;
import io.tenure.wire.ViewWriter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * Sends one watch as Server-Sent Events. The id of each event is the cursor after that event. A
 * client that reads too slowly is informed after its unread events, and cut.
 */
final class HttpWatch implements WatchListener {

  /** A cursor longer than this (of very many shards) is sent with signs of life only. */
  private static final int CURSOR_CHARS_MAX = 2_048;

  private static final Buffer SIGN_OF_LIFE = ServerSentEventBlocks.signOfLife();

  private final Vertx vertx;
  private final HttpExchange exchange;
  private final HttpServerResponse response;
  private final HttpLimits limits;
  private @Nullable MultiShardWatch watching;
  private long heartbeat = -1;
  private int unread;
  private boolean over;

  HttpWatch(Vertx vertx, HttpExchange exchange, HttpLimits limits) {
    this.vertx = vertx;
    this.exchange = exchange;
    this.limits = limits;
    response = exchange.request.response();
  }

  void opens(MultiShardWatch begun) {
    watching = begun;
    if (over) {
      begun.end();
    }
  }

  /** Called when every shard watches: from now on no event is missed. */
  void begin() {
    if (over || !exchange.take(OutcomeHttpStatus.OK)) {
      gone();
      return;
    }
    CommonHttpHeaders.events(response);
    if (exchange.request.method().equals(HttpMethod.HEAD)) {
      gone();
      exchange.connection.answers();
      response.end().onComplete(read -> exchange.connection.read());
      return;
    }
    response.setChunked(true);
    write(ServerSentEventBlocks.retry());
    long everyMillis = limits.events().heartbeatMillis();
    send(
        "watching",
        JsonObjectWriter.object(json -> json.writeNumberField("heartbeatMs", everyMillis)),
        cursor());
    heartbeat = vertx.setPeriodic(everyMillis, timer -> signOfLife());
  }

  @Override
  public void happened(int shard, LeaseEvent event) {
    send(
        Spelling.of(event.kind()),
        JsonObjectWriter.object(json -> ViewWriter.event(json, shard, event)),
        cursor());
  }

  @Override
  public void resync(int shard) {
    send("resync", JsonObjectWriter.object(json -> json.writeNumberField("shard", shard)), null);
  }

  @Override
  public void shown(int shard, Key key, HolderView holder) {
    send(
        "shown", JsonObjectWriter.object(json -> ViewWriter.shown(json, shard, key, holder)), null);
  }

  @Override
  public void synchronised(int shard) {
    send(
        "synchronised",
        JsonObjectWriter.object(json -> json.writeNumberField("shard", shard)),
        cursor());
  }

  @Override
  public void lost(Problem why) {
    goAway(why);
  }

  @Override
  public boolean full() {
    return unread > limits.events().eventBytes() / 2;
  }

  void serverStops() {
    if (exchange.answered()) {
      goAway(ServerStoppingProblems.WATCH);
    } else {
      gone();
      exchange.refuse(ServerStoppingProblems.WATCH);
    }
  }

  /** Ends the watch and its signs of life, for instance because the connection is closed. */
  void gone() {
    over = true;
    if (watching != null) {
      watching.end();
    }
    vertx.cancelTimer(heartbeat);
  }

  private @Nullable String cursor() {
    String cursor = watching == null ? null : watching.cursor();
    return cursor == null || cursor.length() > CURSOR_CHARS_MAX ? null : cursor;
  }

  private void send(String name, byte[] data, @Nullable String id) {
    if (over) {
      return;
    }
    if (unread > limits.events().eventBytes()) {
      goAway(
          Problem.of(Outcome.BUSY, "events were not read fast enough; resume by the last id")
              .retryAfter(ServerSentEventBlocks.RETRY_MILLIS));
      return;
    }
    write(ServerSentEventBlocks.event(name, data, id));
  }

  private void signOfLife() {
    String cursor = watching == null ? null : watching.cursor();
    if (unread <= limits.events().eventBytes()) {
      write(
          cursor != null && cursor.length() > CURSOR_CHARS_MAX
              ? ServerSentEventBlocks.id(cursor)
              : SIGN_OF_LIFE);
    }
  }

  private void goAway(Problem why) {
    if (over) {
      return;
    }
    gone();
    byte[] data = JsonObjectWriter.object(json -> ReplyWriter.problem(json, why));
    exchange.connection.answers();
    response
        .end(ServerSentEventBlocks.event("goaway", data, null))
        .onComplete(
            read -> {
              exchange.connection.read();
              exchange.connection.close();
            });
  }

  private void write(Buffer block) {
    int bytes = block.length();
    unread += bytes;
    response
        .write(block)
        .onComplete(
            written -> {
              boolean wasFull = full();
              unread -= bytes;
              if (wasFull && !full() && !over && watching != null) {
                watching.resume();
              }
            });
  }
}
