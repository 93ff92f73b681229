package io.tenure.view;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import io.tenure.wire.Spelling;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Writes replies of the core as JSON for the dashboard, with short names and never with a leaseId.
 */
final class DashboardJson {

  private static final long YEAR_2020_SECONDS = 1_577_836_800L;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_SECOND = 1_000;

  private DashboardJson() {}

  static JsonObject lease(Key key, HolderView holder) {
    JsonObject row =
        new JsonObject()
            .put("key", key.toString())
            .put("holder", holder.holder())
            .put("token", holder.token())
            .put("held", ageMillis(holder.sinceSeconds()))
            .put("ttl", holder.ttlMillis())
            .put("left", holder.remainingMillis())
            .put("at", nowMillis())
            .put("mode", Spelling.of(holder.mode().kind()));
    if (holder.slot() >= 0) {
      row.put("slot", holder.slot());
    }
    if (holder.bound()) {
      row.put("bound", true);
    }
    return holder.breaking() ? row.put("breaking", true) : row;
  }

  /**
   * Returns a key with the number of its holders; the row of {@code holder} represents the key in a
   * list.
   */
  static JsonObject key(Reply.KeyState state, HolderView holder) {
    return lease(state.key(), holder)
        .put("holders", state.holders().size())
        .put("waiters", state.waiters())
        .put("barred", state.barredMillis());
  }

  static JsonObject page(Reply.KeyState state, PerShardReply.Recalled past) {
    JsonArray holders = new JsonArray();
    for (HolderView holder : state.holders()) {
      holders.add(lease(state.key(), holder).put("since", since2020(holder.sinceSeconds())));
    }
    JsonArray events = new JsonArray();
    past.events().forEach(event -> events.add(event(event)));
    JsonArray queue = new JsonArray();
    for (PerShardReply.Waiting waiting : past.queue()) {
      queue.add(
          new JsonObject()
              .put("holder", waiting.holder())
              .put("mode", Spelling.of(waiting.mode().kind()))
              .put("left", waiting.remainingMillis()));
    }
    return new JsonObject()
        .put("key", state.key().toString())
        .put("holders", holders)
        .put("waiters", state.waiters())
        .put("barred", state.barredMillis())
        .put("events", events)
        .put("knownSince", since2020(past.sinceSeconds()))
        .put("wall", System.currentTimeMillis() / MILLIS_PER_SECOND)
        .put("complete", past.complete())
        .put("queue", queue);
  }

  static JsonObject event(LeaseEvent event) {
    return new JsonObject()
        .put("kind", Spelling.of(event.kind()))
        .put("key", event.key().toString())
        .put("holder", event.holder())
        .put("token", event.token())
        .put("revision", event.revision())
        .put("reason", event.reason())
        .put("at", since2020(event.atSeconds()));
  }

  static JsonArray leases(List<PerShardReply.Listed> listed) {
    JsonArray rows = new JsonArray();
    listed.forEach(each -> rows.add(lease(each.key(), each.holder())));
    return rows;
  }

  /**
   * Returns the time at which a row is read, or is sent. The page subtracts the difference of the
   * two times from the remaining time.
   */
  static long nowMillis() {
    return System.nanoTime() / NANOS_PER_MILLI;
  }

  static long since2020(long seconds) {
    return YEAR_2020_SECONDS + seconds;
  }

  /**
   * Returns the age by the clock of the server, which also gave the time of the beginning. The
   * clock of the browser may show any time.
   */
  static long ageMillis(long beganSeconds) {
    return Math.max(0, System.currentTimeMillis() - since2020(beganSeconds) * MILLIS_PER_SECOND);
  }
}
