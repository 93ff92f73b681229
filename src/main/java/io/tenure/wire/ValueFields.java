package io.tenure.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Value;
import java.io.IOException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes values, which are bytes, as fields. A value that is valid UTF-8 is the text
 * {@code value}; any other is {@code valueBase64}. Requests may use either, and answers use {@code
 * value} whenever they can.
 */
final class ValueFields {

  private ValueFields() {}

  static @Nullable Value read(RequestFields fields) {
    String text = fields.text("value");
    String base64 = fields.text("valueBase64");
    if (text != null && base64 != null) {
      throw new InvalidFieldException("valueBase64", "comes with value; send one of them");
    }
    if (text != null) {
      return Value.of(text);
    }
    return base64 == null ? null : Value.of(decoded(base64));
  }

  static void write(JsonGenerator json, @Nullable Value value) throws IOException {
    if (value == null) {
      return;
    }
    byte[] bytes = value.bytes();
    String text = StrictUtf8.text(bytes);
    if (text != null) {
      json.writeStringField("value", text);
    } else {
      json.writeStringField("valueBase64", Base64.getEncoder().encodeToString(bytes));
    }
  }

  static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException broken) {
      throw new InvalidFieldException("valueBase64", "is no base64; use the alphabet with + and /");
    }
  }
}
