package io.tenure.door;

import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.Problem;
import io.tenure.wire.ReplyWriter;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Writes the parts of an answer that all handlers of HTTP have in common. */
public final class CommonHttpHeaders {

  public static final CharSequence JSON = HttpHeaders.createOptimized("application/json");
  public static final CharSequence PROBLEM =
      HttpHeaders.createOptimized("application/problem+json");

  private static final CharSequence EVENTS =
      HttpHeaders.createOptimized("text/event-stream; charset=utf-8");
  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  private static final CharSequence NO_SNIFF = HttpHeaders.createOptimized("nosniff");
  private static final CharSequence CONTENT_TYPE_OPTIONS =
      HttpHeaders.createOptimized("x-content-type-options");
  private static final CharSequence ACCEL_BUFFERING =
      HttpHeaders.createOptimized("x-accel-buffering");

  private CommonHttpHeaders() {}

  /** Forbids caches to store the answer, and browsers to guess its content type. */
  public static HttpServerResponse noStore(HttpServerResponse response) {
    return response
        .putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE)
        .putHeader(CONTENT_TYPE_OPTIONS, NO_SNIFF);
  }

  /** Announces Server-Sent Events, and asks proxies not to buffer them. */
  public static HttpServerResponse events(HttpServerResponse response) {
    return noStore(response)
        .putHeader(HttpHeaders.CONTENT_TYPE, EVENTS)
        .putHeader(ACCEL_BUFFERING, "no");
  }

  /** Returns the body of a refusal. */
  public static Buffer body(Problem problem) {
    return Buffer.buffer(JsonObjectWriter.object(json -> ReplyWriter.problem(json, problem)));
  }
}
