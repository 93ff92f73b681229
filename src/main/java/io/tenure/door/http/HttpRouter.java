package io.tenure.door.http;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.CrossSiteCheck;
import io.tenure.shard.ShardRouter;
import io.tenure.wire.Problem;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Leads each request of one loop to the call it asks for. */
final class HttpRouter {

  private static final Problem STOPPING =
      Problem.of(Outcome.UNAVAILABLE, "the server stops; nothing was applied")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private final HttpOptions options;
  private final ConnectionLimiter connections;
  private final ErrorResponder refusals;
  private final List<RoutePattern> paths;
  private boolean draining;

  HttpRouter(Vertx vertx, ShardRouter router, HttpOptions options, ConnectionLimiter connections) {
    this.options = options;
    this.connections = connections;
    refusals = new ErrorResponder(options.mistakes());
    HttpFieldsReader fields = new HttpFieldsReader(options.limits().bodyBytes(), refusals);
    ShardRoutes shard = new ShardRoutes(router, options, fields, refusals);
    ManyShardRoutes many = new ManyShardRoutes(router, options, fields, refusals);
    WatchRoute watch = new WatchRoute(vertx, router, options, fields, refusals);
    HealthRoutes health = new HealthRoutes(router, options.store(), () -> draining);
    OpenApiRoute openApi = new OpenApiRoute();
    paths =
        List.of(
            new RoutePattern("/v1/leases").on(POST, shard::acquire),
            new RoutePattern("/v1/leases/renew").on(POST, many::renew),
            new RoutePattern("/v1/leases/{leaseId}")
                .on(GET, shard.of(Operation.INSPECT, "leaseId"))
                .on(DELETE, shard.of(Operation.RELEASE, "leaseId")),
            new RoutePattern("/v1/leases/{leaseId}/renew")
                .on(POST, shard.of(Operation.RENEW, "leaseId")),
            new RoutePattern("/v1/leases/{leaseId}/transfer")
                .on(POST, shard.of(Operation.TRANSFER, "leaseId")),
            new RoutePattern("/v1/leases/{leaseId}/value")
                .on(PUT, shard.of(Operation.VALUE, "leaseId")),
            new RoutePattern("/v1/keys").on(GET, many::list),
            new RoutePattern("/v1/keys/{+key}")
                .on(GET, shard.of(Operation.LOOK, "key"))
                .on(DELETE, shard.byOperator(Operation.BREAK, "key")),
            new RoutePattern("/v1/sessions").on(POST, shard::openSession),
            new RoutePattern("/v1/sessions/{sessionId}")
                .on(GET, shard.of(Operation.INSPECT_SESSION, "sessionId"))
                .on(DELETE, shard.of(Operation.CLOSE_SESSION, "sessionId")),
            new RoutePattern("/v1/sessions/{sessionId}/keepalive")
                .on(POST, shard.of(Operation.KEEPALIVE, "sessionId")),
            new RoutePattern("/v1/fences/{+fence}")
                .on(GET, shard.of(Operation.READ_FENCE, "fence"))
                .on(POST, shard.of(Operation.RAISE_FENCE, "fence"))
                .on(DELETE, shard.byOperator(Operation.DROP_FENCE, "fence")),
            new RoutePattern("/v1/shards").on(GET, many::shards),
            new RoutePattern("/v1/shards/{shard}/end-quarantine")
                .on(POST, shard.byOperator(Operation.END_QUARANTINE, "shard")),
            new RoutePattern("/v1/watch").on(GET, watch::begin),
            new RoutePattern("/livez").on(GET, health::alive),
            new RoutePattern("/readyz").on(GET, health::ready),
            new RoutePattern("/openapi.yaml").on(GET, openApi::show));
  }

  void serve(HttpServerRequest request) {
    ConnectionGuard connection = connections.of(request);
    request.pause();
    connection.whenRead(
        () -> {
          connection.begins();
          lead(request, connection);
        });
  }

  /** Those there are, but for the annexes. */
  List<RoutePattern> paths() {
    return paths;
  }

  void drain() {
    draining = true;
  }

  private void lead(HttpServerRequest request, ConnectionGuard connection) {
    String path = request.path();
    Map.Entry<String, Handler<HttpServerRequest>> annex = path == null ? null : annex(path);
    HttpExchange exchange = new HttpExchange(request, connection, options.requests());
    try {
      options.names().check(request.authority());
      if (annex == null) {
        lead(exchange, path == null ? "" : path);
      } else {
        visit(annex, exchange);
      }
    } catch (Throwable mistake) {
      exchange.refuse(refusals.problem(mistake));
    }
    if (exchange.answered()) {
      request.resume();
    }
  }

  private Map.@Nullable Entry<String, Handler<HttpServerRequest>> annex(String path) {
    Handler<HttpServerRequest> exact = options.annexes().get(path);
    if (exact != null) {
      return Map.entry(path, exact);
    }
    return options.annexes().entrySet().stream()
        .filter(annex -> annex.getKey().endsWith("/") && path.startsWith(annex.getKey()))
        .findFirst()
        .orElse(null);
  }

  private static void visit(
      Map.Entry<String, Handler<HttpServerRequest>> annex, HttpExchange exchange) {
    exchange.asksFor(annex.getKey());
    HttpServerRequest request = exchange.request;
    request
        .response()
        .endHandler(
            ended -> {
              exchange.wasAnswered();
              exchange.connection.handedBack();
            });
    request.resume();
    annex.getValue().handle(request);
  }

  private void lead(HttpExchange exchange, String path) {
    HttpMethod method = exchange.request.method();
    for (RoutePattern candidate : paths) {
      String name = candidate.match(path);
      if (name != null) {
        exchange.asksFor(candidate.template());
        lead(exchange, candidate, method, name);
        return;
      }
    }
    exchange.refuse(Problem.of(Outcome.NO_SUCH_PATH, "see /openapi.yaml for those there are"));
  }

  private void lead(HttpExchange exchange, RoutePattern path, HttpMethod method, String name) {
    RoutePattern.Call call = path.call(method);
    if (method.equals(HttpMethod.OPTIONS)) {
      exchange.allow(path.methods());
    } else if (call == null) {
      exchange.request.response().putHeader(HttpHeaders.ALLOW, path.methods());
      exchange.refuse(Problem.of(Outcome.METHOD_NOT_ALLOWED, "use " + path.methods()));
    } else if (changes(method) && CrossSiteCheck.asks(exchange.request)) {
      exchange.refuse(
          Problem.of(Outcome.FORBIDDEN, "a page of another site may not change anything here"));
    } else if (draining && path.isOfApi()) {
      exchange.refuse(STOPPING);
    } else {
      call.serve(exchange, name);
    }
  }

  private static boolean changes(HttpMethod method) {
    return !method.equals(GET) && !method.equals(HttpMethod.HEAD);
  }
}
