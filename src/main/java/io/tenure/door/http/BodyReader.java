package io.tenure.door.http;

import io.tenure.api.Outcome;
import io.tenure.wire.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Reads the body of one request up to a limit. The rest of a slightly larger body is read and
 * dropped, so that the connection stays usable. The rest of a much larger body is not read.
 */
final class BodyReader {

  /**
   * The size up to which a body is read and dropped. To read so many bytes costs less than a new
   * connection of the client.
   */
  private static final int FORGET_BYTES_MAX = 1 << 20;

  private final HttpExchange exchange;
  private final int bytesMax;
  private final Consumer<Buffer> whole;
  private Buffer body = Buffer.buffer();
  private long bytes;

  private BodyReader(HttpExchange exchange, int bytesMax, Consumer<Buffer> whole) {
    this.exchange = exchange;
    this.bytesMax = bytesMax;
    this.whole = whole;
  }

  /** Calls {@code whole} once with the body, or never when the request was refused. */
  static void read(HttpExchange exchange, int bytesMax, Consumer<Buffer> whole) {
    new BodyReader(exchange, bytesMax, whole).read();
  }

  private void read() {
    HttpServerRequest request = exchange.request;
    exchange.connection.expectsBody(this::late);
    request.handler(this::take);
    request.endHandler(nothing -> end());
    request.exceptionHandler(broken -> {});
    if (HttpHeaders.CONTINUE.toString().equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))) {
      long announced = announced(request);
      if (announced > bytesMax) {
        exchange.refuseAndClose(tooLarge());
        return;
      }
      request.response().writeContinue();
    }
    request.resume();
  }

  private static long announced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException wrong) {
      return Long.MAX_VALUE;
    }
  }

  private void take(Buffer more) {
    bytes += more.length();
    if (bytes <= bytesMax) {
      body.appendBuffer(more);
    } else if (bytes <= FORGET_BYTES_MAX) {
      body = Buffer.buffer();
    } else {
      exchange.refuseAndClose(tooLarge());
    }
  }

  private void end() {
    if (exchange.answered()) {
      return;
    }
    exchange.connection.hasBody();
    if (bytes > bytesMax) {
      exchange.refuse(tooLarge());
    } else {
      whole.accept(body);
    }
  }

  private void late() {
    exchange.refuseAndClose(
        Problem.of(Outcome.TIMEOUT, "the body did not arrive; send it at once"));
  }

  private Problem tooLarge() {
    return Problem.of(Outcome.TOO_LARGE, "body", "use at most " + bytesMax + " bytes");
  }
}
