package io.tenure.door.http;

import io.tenure.api.Outcome;
import io.tenure.door.AnnexExchange;
import io.tenure.door.Caller;
import io.tenure.door.CommonHttpHeaders;
import io.tenure.door.RequestLog;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** One request and its one answer. Owned by the event loop of the connection. */
final class HttpExchange implements AnnexExchange {

  private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("retry-after");
  private static final CharSequence AUTHENTICATE = HttpHeaders.createOptimized("www-authenticate");

  /** Logged for a path or a method that the server does not know. */
  private static final String UNKNOWN = "unknown";

  final HttpServerRequest request;
  final ConnectionGuard connection;
  final Caller caller;
  private final RequestLog log;
  private final long begunNanos;
  private String path = UNKNOWN;
  private boolean answered;

  HttpExchange(HttpServerRequest request, ConnectionGuard connection, RequestLog log) {
    this.request = request;
    this.connection = connection;
    this.log = log;
    caller = Caller.http(request.remoteAddress());
    begunNanos = log == RequestLog.NONE ? 0 : System.nanoTime();
  }

  /** Sets the path for the log, as openapi.yaml spells it. */
  void asksFor(String template) {
    path = template;
  }

  boolean answered() {
    return answered;
  }

  @Override
  public HttpServerRequest request() {
    return request;
  }

  /** Sends the answer. The future fails when the answer certainly never arrived. */
  Future<Void> answer(int status, JsonObjectWriter.Body body) {
    return send(
        status, CommonHttpHeaders.JSON, Buffer.buffer(JsonObjectWriter.object(body)), false);
  }

  @Override
  public void answer(int status, CharSequence type, Buffer body) {
    send(status, type, body, false);
  }

  @Override
  public void answerCacheable(int status, @Nullable Buffer body) {
    if (take(status)) {
      end(request.response().setStatusCode(status), body, false);
    }
  }

  @Override
  public void answerEmpty(int status, CharSequence header, String value) {
    if (take(status)) {
      end(request.response().putHeader(header, value).setStatusCode(status), null, false);
    }
  }

  @Override
  public void refuse(Problem problem) {
    refuse(problem, false);
  }

  /** Refuses the request and closes the connection: later bytes on it are not worth reading. */
  void refuseAndClose(Problem problem) {
    refuse(problem, true);
  }

  /** Answers OPTIONS. */
  void allow(String methods) {
    answerEmpty(OutcomeHttpStatus.NO_CONTENT, HttpHeaders.ALLOW, methods);
  }

  @Override
  public HttpServerResponse takeOver() {
    return request
        .response()
        .endHandler(
            ended -> {
              wasAnswered();
              connection.handedBack();
            });
  }

  /** Begins an answer. Returns false when there is an answer already, or the caller has gone. */
  boolean take(int status) {
    if (answered || connection.closed() || request.response().closed()) {
      answered = true;
      return false;
    }
    answered = true;
    log(status);
    return true;
  }

  /** Notes the answer of an annex, unless a mistake of that annex was answered instead. */
  private void wasAnswered() {
    if (!answered) {
      answered = true;
      log(request.response().getStatusCode());
    }
  }

  /**
   * Logs the answer. An unknown method is not logged by name, because its name may hold anything.
   */
  private void log(int status) {
    if (log != RequestLog.NONE) {
      HttpMethod method = request.method();
      String name = HttpMethod.values().contains(method) ? method.name() : UNKNOWN;
      log.answered(name, path, status, System.nanoTime() - begunNanos);
    }
  }

  private void refuse(Problem problem, boolean close) {
    if (problem.retryAfterMillis() != Problem.NO_RETRY && !answered) {
      long seconds = Math.max(1, (problem.retryAfterMillis() + 999) / 1_000);
      request.response().putHeader(RETRY_AFTER, Long.toString(seconds));
    }
    if (problem.code() == Outcome.UNAUTHENTICATED && !answered) {
      request.response().putHeader(AUTHENTICATE, "Bearer");
    }
    int status = OutcomeHttpStatus.of(problem.code());
    send(status, CommonHttpHeaders.PROBLEM, CommonHttpHeaders.body(problem), close);
  }

  private Future<Void> send(int status, CharSequence type, Buffer body, boolean close) {
    if (!take(status)) {
      return Future.failedFuture("the caller has closed the connection");
    }
    HttpServerResponse response = request.response();
    CommonHttpHeaders.noStore(response)
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, type);
    return end(response, body, close);
  }

  private Future<Void> end(HttpServerResponse response, @Nullable Buffer body, boolean close) {
    if (close) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    if (body != null) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    }
    connection.answers();
    boolean whole = body != null && !request.method().equals(HttpMethod.HEAD);
    return (whole ? response.end(body) : response.end())
        .onComplete(
            read -> {
              connection.read();
              if (close) {
                connection.close();
              }
            });
  }
}
