package io.tenure.door;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.shard.QuarantineReasonTexts;
import io.tenure.shard.ShardReport;
import io.tenure.wire.Problem;
import io.tenure.wire.Spelling;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the state of each shard, as this server knows it. */
public final class ShardListWriter {

  private ShardListWriter() {}

  /** Writes into a JSON object that is already open. */
  public static void write(JsonGenerator json, List<ShardReport> reports) throws IOException {
    json.writeArrayFieldStart("shards");
    for (ShardReport report : reports) {
      write(json, report);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, ShardReport report) throws IOException {
    json.writeStartObject();
    json.writeNumberField("shard", report.shard());
    json.writeStringField("owner", report.owner());
    json.writeNumberField("epoch", report.epoch());
    json.writeStringField("state", report.state().word());
    json.writeStringField("store", Spelling.of(report.store()));
    json.writeNumberField("quarantineMs", report.quarantineMillis());
    json.writeStringField("doubt", report.doubt());
    json.writeStringField(
        "why", report.doubt().isEmpty() ? "" : QuarantineReasonTexts.meaning(report.doubt()));
    json.writeStringField("note", report.note());
    json.writeEndObject();
  }

  /**
   * Tells an operator at the wrong server which server to ask, and an operator that asks too early
   * to ask again. Returns null when this server knows neither.
   */
  static @Nullable Problem elsewhere(
      List<ShardReport> reports, OperatorRequest.EndQuarantine asked) {
    return reports.stream()
        .filter(report -> report.shard() == asked.shard() && !report.owner().isEmpty())
        .map(
            report ->
                Problem.of(Outcome.UNAVAILABLE, whyNotHere(report))
                    .retryAfter(Problem.RETRY_LATER_MILLIS))
        .findAny()
        .orElse(null);
  }

  private static String whyNotHere(ShardReport report) {
    String shard = "shard " + report.shard();
    return switch (report.state()) {
      case LOADING ->
          shard + " is being loaded; its quarantine, if any, begins after that: ask again";
      case AWAITING_OPENING ->
          shard + " " + report.note() + "; its quarantine begins then: ask again";
      default -> "the server " + report.owner() + " owns " + shard + ": ask it";
    };
  }
}
