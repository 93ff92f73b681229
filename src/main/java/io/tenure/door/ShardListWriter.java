package io.tenure.door;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.shard.QuarantineReasonTexts;
import io.tenure.shard.ShardState;
import io.tenure.wire.Problem;
import io.tenure.wire.Spelling;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the state of each shard, as this server knows it. */
public final class ShardListWriter {

  private ShardListWriter() {}

  /** Writes into a JSON object that is already open. */
  public static void write(JsonGenerator json, List<ShardState> states) throws IOException {
    json.writeArrayFieldStart("shards");
    for (ShardState state : states) {
      write(json, state);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, ShardState state) throws IOException {
    json.writeStartObject();
    json.writeNumberField("shard", state.shard());
    json.writeStringField("owner", state.owner());
    json.writeNumberField("epoch", state.epoch());
    json.writeStringField("state", state.stage().word());
    json.writeStringField("store", Spelling.of(state.store()));
    json.writeNumberField("quarantineMs", state.quarantineMillis());
    json.writeStringField("doubt", state.doubt());
    json.writeStringField(
        "why", state.doubt().isEmpty() ? "" : QuarantineReasonTexts.meaning(state.doubt()));
    json.writeStringField("note", state.note());
    json.writeEndObject();
  }

  /**
   * Tells an operator at the wrong server which server to ask, and an operator that asks too early
   * to ask again. Returns null when this server knows neither.
   */
  static @Nullable Problem elsewhere(List<ShardState> states, OperatorRequest.EndQuarantine asked) {
    return states.stream()
        .filter(state -> state.shard() == asked.shard() && !state.owner().isEmpty())
        .map(
            state ->
                Problem.of(Outcome.UNAVAILABLE, whyNotHere(state))
                    .retryAfter(Problem.RETRY_LATER_MILLIS))
        .findAny()
        .orElse(null);
  }

  private static String whyNotHere(ShardState state) {
    String shard = "shard " + state.shard();
    return switch (state.stage()) {
      case LOADING ->
          shard + " is being loaded; its quarantine, if any, begins after that: ask again";
      case AWAITING_OPENING ->
          shard + " " + state.note() + "; its quarantine begins then: ask again";
      default -> "the server " + state.owner() + " owns " + shard + ": ask it";
    };
  }
}
