package io.tenure.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes one JSON object. */
public final class Json {

  /** Fills an object that is open. */
  @FunctionalInterface
  public interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private static final JsonFactory FACTORY = new JsonFactory();

  private static final int USUAL_BYTES = 512;

  private Json() {}

  public static byte[] object(Body body) {
    return object(USUAL_BYTES, body);
  }

  /** {@code usualBytes}: more take another copy. */
  public static byte[] object(int usualBytes, Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(usualBytes);
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }
}
