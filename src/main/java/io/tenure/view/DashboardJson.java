package io.tenure.view;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.Spelling;
import io.tenure.wire.ViewWriter;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * Writes for the dashboard what every caller may see, with the fields of the protocols and a few
 * more. It leaves out values, which the dashboard does not show, and never writes a leaseId.
 */
final class DashboardJson {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private DashboardJson() {}

  /** Returns the row of a lease, as it is now. */
  static JsonObjectWriter.Body lease(Key key, HolderView holder) {
    HolderView shown = holder.withoutValue();
    long readAt = nowMillis();
    return json -> {
      json.writeStringField("key", key.toString());
      holder(json, shown);
      json.writeNumberField("readAtMs", readAt);
    };
  }

  /**
   * Returns a key with the number of its holders; the row of {@code holder} represents the key in a
   * list.
   */
  static JsonObjectWriter.Body key(Reply.KeyState state, HolderView holder) {
    JsonObjectWriter.Body lease = lease(state.key(), holder);
    int holders = state.holders().size();
    int waiters = state.waiters();
    return json -> {
      lease.write(json);
      json.writeNumberField("holderCount", holders);
      json.writeNumberField("waiters", waiters);
    };
  }

  static JsonObjectWriter.Body page(
      int shard, Reply.KeyState state, PerShardReply.Recalled past, long mark) {
    return json -> {
      ViewWriter.write(json, state, (holders, holder) -> holder(holders, holder.withoutValue()));
      json.writeNumberField("shard", shard);
      json.writeNumberField("mark", mark);
      json.writeArrayFieldStart("events");
      for (LeaseEvent event : past.events()) {
        json.writeStartObject();
        event(json, shard, event);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeStringField("knownSince", ViewWriter.time(past.sinceSeconds()));
      json.writeBooleanField("complete", past.complete());
      json.writeArrayFieldStart("queue");
      for (PerShardReply.Waiting waiting : past.queue()) {
        json.writeStartObject();
        json.writeStringField("holder", waiting.holder());
        json.writeStringField("mode", Spelling.of(waiting.mode().kind()));
        json.writeNumberField("remainingMs", waiting.remainingMillis());
        json.writeEndObject();
      }
      json.writeEndArray();
      clock(json);
    };
  }

  static JsonObjectWriter.Body event(int shard, LeaseEvent event) {
    return json -> event(json, shard, event);
  }

  /** Returns an array of the objects. */
  static String array(Stream<String> objects) {
    return objects.collect(joining(",", "[", "]"));
  }

  /**
   * Writes the wall clock of the server, which also gave the times of the beginnings and of the
   * events. The clock of the browser may show any time.
   */
  static void clock(JsonGenerator json) throws IOException {
    json.writeNumberField("clockMs", System.currentTimeMillis());
  }

  /** Begins a list, with the times at which it is sent. */
  static PreencodedJson list() {
    return new PreencodedJson()
        .put("nowMs", nowMillis())
        .put("clockMs", System.currentTimeMillis());
  }

  /**
   * Returns the time at which a row is read, or is sent. The page subtracts the difference of the
   * two times from the remaining time.
   */
  private static long nowMillis() {
    return System.nanoTime() / NANOS_PER_MILLI;
  }

  private static void holder(JsonGenerator json, HolderView holder) throws IOException {
    ViewWriter.write(json, holder);
    json.writeNumberField("ttlMs", holder.ttlMillis());
    if (holder.bound()) {
      json.writeBooleanField("bound", true);
    }
  }

  private static void event(JsonGenerator json, int shard, LeaseEvent event) throws IOException {
    ViewWriter.event(json, shard, event.withoutValue());
    json.writeStringField("at", ViewWriter.time(event.atSeconds()));
  }
}
