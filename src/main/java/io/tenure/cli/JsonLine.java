package io.tenure.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.ControlCharacters;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.client.calls.HolderInfo;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one fact for programs: a JSON object in one line, with the field names of HTTP. */
final class JsonLine {

  private static final JsonFactory JSON = new JsonFactory();

  private final Map<String, Object> all = new LinkedHashMap<>();

  static JsonLine of(HolderInfo holding) {
    JsonLine facts =
        new JsonLine()
            .with("key", holding.key())
            .with("holder", holding.holder())
            .with("token", holding.token())
            .with("mode", holding.mode().kind().name().toLowerCase(Locale.ROOT))
            .with("since", holding.since().toString());
    if (holding.remaining() != null) {
      facts.with("remainingMs", holding.remaining().toMillis());
    }
    if (holding.mode().kind() == Mode.Kind.SLOTS) {
      facts.with("slots", holding.mode().slots());
    }
    return facts
        .withSlot(holding.slot())
        .with("breaking", holding.breaking() ? Boolean.TRUE : null)
        .withValue(holding.value());
  }

  /** Null is left out. */
  JsonLine with(String name, @Nullable Object fact) {
    if (fact != null) {
      all.put(name, fact);
    }
    return this;
  }

  JsonLine withSlot(int slot) {
    return slot < 0 ? this : with("slot", slot);
  }

  /** A value of text is written as text. */
  JsonLine withValue(@Nullable Value value) {
    if (value == null) {
      return this;
    }
    String text = value.toString();
    return Value.of(text).equals(value)
        ? with("value", text)
        : with("valueBase64", Base64.getEncoder().encodeToString(value.bytes()));
  }

  /** The line is safe on a terminal, too: what could move its cursor is an escape of JSON. */
  String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return ControlCharacters.escaped(text.toString());
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Object> each : all.entrySet()) {
      json.writeFieldName(each.getKey());
      write(json, each.getValue());
    }
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, Object fact) throws IOException {
    if (fact instanceof JsonLine facts) {
      facts.write(json);
    } else if (fact instanceof List<?> list) {
      json.writeStartArray();
      for (Object each : list) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (fact instanceof Double number) {
      json.writeNumber(number);
    } else if (fact instanceof Number number) {
      json.writeNumber(number.longValue());
    } else if (fact instanceof Boolean yes) {
      json.writeBoolean(yes);
    } else {
      json.writeString(fact.toString());
    }
  }
}
