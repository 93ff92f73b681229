package io.tenure.door.ws;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.door.MultiShardWatch;
import io.tenure.door.WatchListener;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.tenure.wire.ViewWriter;
import org.jspecify.annotations.Nullable;

/**
 * Sends the events of one watch of a stream, each as a push that names the watch. Owned by one
 * event loop.
 */
final class StreamWatch implements WatchListener {

  /**
   * The length of a cursor that fits into each event. A longer cursor (of very many shards) is sent
   * from time to time, by itself.
   */
  private static final int CURSOR_CHARS_MAX = 2_048;

  /** The usual size of an event with a cursor of 64 shards, and without a value. */
  private static final int EVENT_BYTES = 1_024;

  private final long seq;
  private final Outbox outbox;
  private final Runnable onLost;
  private @Nullable MultiShardWatch watching;
  private @Nullable String cursorOwed;

  /** {@code seq} is the number of the request that began the watch. */
  StreamWatch(long seq, Outbox outbox, Runnable onLost) {
    this.seq = seq;
    this.outbox = outbox;
    this.onLost = onLost;
  }

  void opens(MultiShardWatch begun) {
    watching = begun;
  }

  boolean begun() {
    return watching != null && watching.begun().succeeded();
  }

  void end() {
    if (watching != null) {
      watching.end();
    }
  }

  void resume() {
    if (begun() && watching != null) {
      watching.resume();
    }
  }

  void signOfLife() {
    String owed = cursorOwed;
    if (owed != null && !outbox.halfFull()) {
      cursorOwed = null;
      push(
          "cursor",
          json -> json.writeStringField("cursor", watching == null ? owed : watching.cursor()));
    }
  }

  @Override
  public void happened(int shard, LeaseEvent event) {
    pushWithCursor(null, json -> ViewWriter.event(json, shard, event));
  }

  @Override
  public void resync(int shard) {
    push("resync", json -> json.writeNumberField("shard", shard));
  }

  @Override
  public void shown(int shard, Key key, HolderView holder) {
    push(null, json -> ViewWriter.shown(json, shard, key, holder));
  }

  @Override
  public void synchronised(int shard) {
    pushWithCursor("synchronised", json -> json.writeNumberField("shard", shard));
  }

  @Override
  public void lost(Problem why) {
    onLost.run();
    outbox.push(
        "event",
        EVENT_BYTES,
        json -> {
          json.writeNumberField("watch", seq);
          json.writeStringField("type", "goaway");
          json.writeStringField("detail", why.detail());
          ReplyWriter.refusal(json, why);
        });
  }

  @Override
  public boolean full() {
    return outbox.halfFull();
  }

  private void pushWithCursor(@Nullable String type, JsonObjectWriter.Body body) {
    String cursor = watching == null ? "" : watching.cursor();
    boolean fits = !cursor.isEmpty() && cursor.length() <= CURSOR_CHARS_MAX;
    if (!fits) {
      cursorOwed = cursor;
    }
    push(
        type,
        json -> {
          body.write(json);
          if (fits) {
            json.writeStringField("cursor", cursor);
          }
        });
  }

  /** Pushes an event; {@code type} is null when the body contains the type. */
  private void push(@Nullable String type, JsonObjectWriter.Body body) {
    outbox.push(
        "event",
        EVENT_BYTES,
        json -> {
          json.writeNumberField("watch", seq);
          if (type != null) {
            json.writeStringField("type", type);
          }
          body.write(json);
        });
  }
}
