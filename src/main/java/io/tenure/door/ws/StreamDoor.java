package io.tenure.door.ws;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.AnnexExchange;
import io.tenure.door.AnnexRoute;
import io.tenure.door.Caller;
import io.tenure.door.CrossSiteCheck;
import io.tenure.door.Gateway;
import io.tenure.vertx.VertxInternals;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves WebSocket streams on the port of the HTTP server. The HTTP server counts the connections
 * of the streams, and its end ends the streams. May be called on any loop.
 */
public final class StreamDoor {

  public static final String PATH = "/v1/stream";

  /** The subprotocol with text messages in JSON only. */
  public static final String JSON = "tenure.v1.json";

  /** The subprotocol with text messages in JSON, and compact renewals. */
  public static final String BINARY = "tenure.v1.bin";

  private static final String SUBPROTOCOL = "Sec-WebSocket-Protocol";

  private final Vertx vertx;
  private final Gateway gateway;
  private final StreamLimits limits;

  /** Watches for losses, on behalf of all streams. */
  private final AdmittedOperation watching;

  private final Map<Context, LoopStreams> byLoop = new ConcurrentHashMap<>();

  public StreamDoor(Vertx vertx, Gateway gateway, StreamLimits limits) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.limits = limits;
    watching = gateway.admit(Caller.SERVER, Operation.WATCH, "");
  }

  /** Returns the number of open streams. */
  public int streams() {
    return byLoop.values().stream().mapToInt(LoopStreams::count).sum();
  }

  /** Returns the path of the streams. HEAD is refused there, because a stream has no head alone. */
  public AnnexRoute route() {
    return new AnnexRoute(PATH, false, (exchange, name) -> open(exchange));
  }

  private void open(AnnexExchange exchange) {
    HttpServerRequest request = exchange.request();
    if (!request.headers().contains(HttpHeaders.UPGRADE, "websocket", true)) {
      throw new InvalidFieldException(
          "Upgrade", "is missing; open a WebSocket here, or use the other paths");
    }
    refuseForeign(request);
    AdmittedOperation renewing =
        gateway.admit(Caller.stream(request.remoteAddress()), Operation.RENEW_MANY, "");
    String subprotocol = subprotocol(request.getHeader(SUBPROTOCOL));
    if (subprotocol != null) {
      request.response().putHeader(SUBPROTOCOL, subprotocol);
    }
    Context loop = VertxInternals.shared(vertx.getOrCreateContext());
    exchange.takeOver();
    request
        .toWebSocket()
        .onSuccess(
            socket -> {
              forget(request);
              byLoop
                  .computeIfAbsent(
                      loop, first -> new LoopStreams(vertx, first, gateway, watching, limits))
                  .opened(socket, renewing, BINARY.equals(subprotocol));
            });
  }

  /** Clears the headers, because Vert.x holds the request as long as its WebSocket. */
  private static void forget(HttpServerRequest request) {
    request.headers().clear();
    request.response().headers().clear();
  }

  private static void refuseForeign(HttpServerRequest request) {
    if (CrossSiteCheck.asks(request)) {
      throw new ProblemException(
          Problem.of(Outcome.FORBIDDEN, "a page of another site may not open streams here"));
    }
  }

  /**
   * Returns the first offered subprotocol that the server knows; null when the client offers none,
   * which means JSON.
   */
  private static @Nullable String subprotocol(@Nullable String offered) {
    if (offered == null) {
      return null;
    }
    for (String one : offered.split(",")) {
      if (one.strip().equals(JSON) || one.strip().equals(BINARY)) {
        return one.strip();
      }
    }
    throw new InvalidFieldException(
        SUBPROTOCOL, "offers no known subprotocol; use " + JSON + " or " + BINARY);
  }
}
