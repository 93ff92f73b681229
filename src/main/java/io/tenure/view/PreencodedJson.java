package io.tenure.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.door.ServerSentEventBlocks;
import io.tenure.wire.JsonObjectWriter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A JSON object with fields that are encoded once, however often they are sent, and in any
 * combination.
 */
final class PreencodedJson {

  private final Map<String, String> fields = new LinkedHashMap<>();

  PreencodedJson put(String name, Object value) {
    return spelled(name, Json.encode(value));
  }

  /** Adds a field; {@code value} is JSON already. */
  PreencodedJson spelled(String name, String value) {
    fields.put(name, value);
    return this;
  }

  /** Returns a copy with one more field. */
  PreencodedJson with(String name, String value) {
    PreencodedJson more = new PreencodedJson();
    more.fields.putAll(fields);
    return more.spelled(name, value);
  }

  /** Returns the object as one Server-Sent Event. */
  Buffer event() {
    return ServerSentEventBlocks.event(
        ServerSentEventBlocks.MESSAGE, JsonObjectWriter.object(this::write), null);
  }

  @Override
  public String toString() {
    return JsonObjectWriter.text(this::write);
  }

  private void write(JsonGenerator json) throws IOException {
    for (Map.Entry<String, String> field : fields.entrySet()) {
      json.writeFieldName(field.getKey());
      json.writeRawValue(field.getValue());
    }
  }
}
