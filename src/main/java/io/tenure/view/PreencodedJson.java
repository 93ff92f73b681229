package io.tenure.view;

import io.tenure.door.EventBlocks;
import io.tenure.wire.JsonObjectWriter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
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
    return EventBlocks.event(EventBlocks.MESSAGE, bytes(), null);
  }

  @Override
  public String toString() {
    return Buffer.buffer(bytes()).toString();
  }

  private byte[] bytes() {
    return JsonObjectWriter.object(
        json -> {
          for (Map.Entry<String, String> field : fields.entrySet()) {
            json.writeFieldName(field.getKey());
            json.writeRawValue(field.getValue());
          }
        });
  }
}
