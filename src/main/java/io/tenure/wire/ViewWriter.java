package io.tenure.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LifespanView;
import io.tenure.api.Mode;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the public state of leases, without their leaseIds, into an open JSON object. */
public final class ViewWriter {

  /** The instant from which {@link LifespanView#sinceSeconds} counts. */
  private static final long SINCE_EPOCH_SECOND =
      Instant.parse("2020-01-01T00:00:00Z").getEpochSecond();

  /** Writes a holder into an open JSON object. */
  @FunctionalInterface
  public interface HolderWriter {
    void write(JsonGenerator json, HolderView holder) throws IOException;
  }

  private ViewWriter() {}

  /** Spells the time of a view or an event, which counts seconds from 2020-01-01. */
  public static String time(long seconds) {
    return Instant.ofEpochSecond(SINCE_EPOCH_SECOND + seconds).toString();
  }

  static void write(JsonGenerator json, Reply.KeyState state) throws IOException {
    write(json, state, ViewWriter::write);
  }

  /** Writes the state of a key, and each of its holders by {@code each}. */
  public static void write(JsonGenerator json, Reply.KeyState state, HolderWriter each)
      throws IOException {
    json.writeStringField("key", state.key().toString());
    json.writeBooleanField("held", !state.holders().isEmpty());
    json.writeArrayFieldStart("holders");
    for (HolderView holder : state.holders()) {
      json.writeStartObject();
      each.write(json, holder);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("waiters", state.waiters());
    if (state.barredMillis() > 0) {
      json.writeNumberField("barredMs", state.barredMillis());
    }
    if (state.quarantinedShard() != Reply.NO_SHARD) {
      json.writeNumberField(Problem.QUARANTINED_SHARD, state.quarantinedShard());
    }
    json.writeNumberField("revision", state.revision());
  }

  public static void write(JsonGenerator json, HolderView holder) throws IOException {
    json.writeStringField("holder", holder.holder());
    json.writeNumberField("token", holder.token());
    json.writeStringField("mode", Spelling.of(holder.mode().kind()));
    if (holder.mode().kind() == Mode.Kind.SLOTS) {
      json.writeNumberField("slots", holder.mode().slots());
      json.writeNumberField("slot", holder.slot());
    }
    write(json, holder.lifespan());
    if (holder.breaking()) {
      json.writeBooleanField("breaking", true);
    }
    ValueFields.write(json, holder.value());
  }

  /** Writes since when a tenure lasts, and for how long it still does. */
  public static void write(JsonGenerator json, LifespanView lifespan) throws IOException {
    json.writeStringField("since", time(lifespan.sinceSeconds()));
    if (lifespan.remainingMillis() == LifespanView.WITH_SESSION) {
      json.writeBooleanField("withSession", true);
    } else {
      json.writeNumberField("remainingMs", lifespan.remainingMillis());
    }
  }

  /** Writes a page; {@code cursor} is that of the next page, null at the end. */
  public static void page(
      JsonGenerator json, List<PerShardReply.Listed> keys, @Nullable String cursor)
      throws IOException {
    json.writeArrayFieldStart("keys");
    for (PerShardReply.Listed listed : keys) {
      json.writeStartObject();
      json.writeStringField("key", listed.key().toString());
      write(json, listed.holder());
      json.writeEndObject();
    }
    json.writeEndArray();
    if (cursor != null) {
      json.writeStringField("cursor", cursor);
    }
  }

  /** Writes an event for watchers; {@code shard} is the shard of the event and its revision. */
  public static void event(JsonGenerator json, int shard, LeaseEvent event) throws IOException {
    json.writeStringField("type", Spelling.of(event.kind()));
    json.writeStringField("key", event.key().toString());
    json.writeStringField("holder", event.holder());
    json.writeNumberField("token", event.token());
    if (event.slot() >= 0) {
      json.writeNumberField("slot", event.slot());
    }
    if (!event.reason().isEmpty()) {
      json.writeStringField("reason", event.reason());
    }
    ValueFields.write(json, event.value());
    json.writeNumberField("revision", event.revision());
    json.writeNumberField("shard", shard);
  }

  /** Writes a part of a snapshot. */
  public static void shown(JsonGenerator json, int shard, Key key, HolderView holder)
      throws IOException {
    json.writeStringField("type", "shown");
    json.writeStringField("key", key.toString());
    write(json, holder);
    json.writeNumberField("shard", shard);
  }
}
