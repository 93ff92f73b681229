package io.tenure.door.http;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.tenure.api.Outcome;
import io.tenure.door.Gateway;
import io.tenure.wire.Problem;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;

/** The HTTP server on one event loop. */
final class HttpVerticle extends AbstractVerticle {

  /**
   * The time for requests under way at a stop: they are answered in milliseconds, and a client that
   * does not read must not delay the stop.
   */
  private static final long CLOSE_WITHIN_MILLIS = 2_000;

  /** The time for the client of a WebSocket to answer the close. */
  private static final int FRAMES_CLOSE_WITHIN_SECONDS = 2;

  private final Gateway gateway;
  private final HttpOptions options;
  private final ConnectionCount count;
  private volatile int port;
  private HttpServer server;
  private ConnectionLimiter connections;
  private HttpRouter router;

  /** {@code count} counts the connections on all loops. */
  HttpVerticle(Gateway gateway, HttpOptions options, ConnectionCount count) {
    this.gateway = gateway;
    this.options = options;
    this.count = count;
  }

  @Override
  public void start(Promise<Void> started) {
    connections = new ConnectionLimiter(vertx, options.limits(), count);
    router = new HttpRouter(vertx, gateway, options, connections);
    server =
        vertx
            .createHttpServer(serverOptions(options.limits(), options.frameBytes()))
            .connectionHandler(connections::opened)
            .requestHandler(router::serve)
            .invalidRequestHandler(this::refuse)
            .exceptionHandler(brokenByTheOtherSide -> {});
    server
        .listen(options.address())
        .onSuccess(listening -> port = listening.actualPort())
        .<Void>mapEmpty()
        .onComplete(started);
  }

  int port() {
    return port;
  }

  /** May be called from any thread. */
  Future<Void> drain() {
    Promise<Void> drained = Promise.promise();
    context.runOnContext(
        nothing -> {
          connections.drain();
          server.shutdown(CLOSE_WITHIN_MILLIS, TimeUnit.MILLISECONDS).onComplete(drained);
        });
    return drained.future();
  }

  @Override
  public void stop() {
    connections.stop();
  }

  /**
   * Refuses a request that is no HTTP, or is too large: no later bytes on the connection can be
   * trusted.
   */
  private void refuse(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    Problem problem =
        cause instanceof TooLongHttpLineException
            ? Problem.of(
                Outcome.URI_TOO_LONG,
                "use at most " + options.limits().sizes().uriBytes() + " bytes")
            : cause instanceof TooLongHttpHeaderException
                ? Problem.of(
                    Outcome.HEADERS_TOO_LARGE,
                    "use at most " + options.limits().sizes().headerBytes() + " bytes")
                : Problem.of(Outcome.INVALID, "this is no valid HTTP");
    new HttpExchange(request, connections.of(request), gateway.requests()).refuseAndClose(problem);
  }

  private static HttpServerOptions serverOptions(HttpLimits limits, int frameBytes) {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setHandle100ContinueAutomatically(false)
        .setCompressionSupported(false)
        .setDecompressionSupported(false)
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setMaxWebSocketFrameSize(frameBytes)
        .setMaxWebSocketMessageSize(frameBytes)
        .setWebSocketClosingTimeout(FRAMES_CLOSE_WITHIN_SECONDS)
        .setMaxInitialLineLength(limits.sizes().uriBytes())
        .setMaxHeaderSize(limits.sizes().headerBytes())
        .setStrictThreadMode(true)
        .setReuseAddress(true)
        .setTcpNoDelay(true)
        .setAcceptBacklog(1_024);
  }
}
