package io.tenure.view;

import io.tenure.wire.JsonText;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON object that spells its fields once for all messages that contain them. */
final class SpelledObject {

  private final Map<String, String> fields = new LinkedHashMap<>();

  SpelledObject put(String name, Object value) {
    return spelled(name, Json.encode(value));
  }

  /** {@code value}: JSON already. */
  SpelledObject spelled(String name, String value) {
    fields.put(name, value);
    return this;
  }

  /** The same and one more field. */
  SpelledObject with(String name, String value) {
    SpelledObject more = new SpelledObject();
    more.fields.putAll(fields);
    return more.spelled(name, value);
  }

  /** As one Server-Sent Event. */
  Buffer event() {
    return Buffer.buffer("data: ").appendBytes(bytes()).appendString("\n\n");
  }

  @Override
  public String toString() {
    return Buffer.buffer(bytes()).toString();
  }

  private byte[] bytes() {
    return JsonText.object(
        json -> {
          for (Map.Entry<String, String> field : fields.entrySet()) {
            json.writeFieldName(field.getKey());
            json.writeRawValue(field.getValue());
          }
        });
  }
}
