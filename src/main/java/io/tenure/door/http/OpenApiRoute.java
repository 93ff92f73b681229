package io.tenure.door.http;

import io.tenure.wire.OutcomeHttpStatus;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Serves openapi.yaml, the description of the HTTP API. */
final class OpenApiRoute {

  private static final String RESOURCE = "/openapi.yaml";

  private final Buffer text = Buffer.buffer(read());

  void show(HttpExchange exchange, String name) {
    exchange.answer(OutcomeHttpStatus.OK, "application/yaml", text);
  }

  private static byte[] read() {
    try (InputStream in = OpenApiRoute.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing");
      }
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
