package io.tenure.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes one JSON object. */
public final class JsonObjectWriter {

  /** Fills an open object. */
  @FunctionalInterface
  public interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private static final JsonFactory FACTORY = new JsonFactory();

  private static final int USUAL_BYTES = 512;

  private JsonObjectWriter() {}

  public static byte[] object(Body body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
    object(bytes, body);
    return bytes.toByteArray();
  }

  public static String text(Body body) {
    return new String(object(body), StandardCharsets.UTF_8);
  }

  /** Writes into {@code bytes}, which are in memory, where nothing can fail. */
  public static void object(OutputStream bytes, Body body) {
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      body.write(json);
      json.writeEndObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
