package io.tenure.door.http;

import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.GET;
import static io.vertx.core.http.HttpMethod.POST;
import static io.vertx.core.http.HttpMethod.PUT;

import io.tenure.door.Foreign;
import io.tenure.shard.Leases;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Op;
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
final class FrontDesk {

  private static final Problem STOPPING =
      Problem.of(ErrorCode.UNAVAILABLE, "the server stops; nothing was applied")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private final HttpOptions options;
  private final Connections connections;
  private final Refusals refusals;
  private final List<Path> paths;
  private boolean draining;

  FrontDesk(Vertx vertx, Leases leases, HttpOptions options, Connections connections) {
    this.options = options;
    this.connections = connections;
    refusals = new Refusals(options.mistakes());
    FieldsReader fields = new FieldsReader(options.limits().bodyBytes(), refusals);
    ShardCalls shard = new ShardCalls(leases, options, fields, refusals);
    ManyCalls many = new ManyCalls(leases, options, fields, refusals);
    WatchCall watch = new WatchCall(vertx, leases, options, fields, refusals);
    HealthCalls health = new HealthCalls(leases, options.store(), () -> draining);
    OpenApi openApi = new OpenApi();
    paths =
        List.of(
            new Path("/v1/leases").on(POST, shard::acquire),
            new Path("/v1/leases/renew").on(POST, many::renew),
            new Path("/v1/leases/{leaseId}")
                .on(GET, shard.of(Op.INSPECT, "leaseId"))
                .on(DELETE, shard.of(Op.RELEASE, "leaseId")),
            new Path("/v1/leases/{leaseId}/renew").on(POST, shard.of(Op.RENEW, "leaseId")),
            new Path("/v1/leases/{leaseId}/transfer").on(POST, shard.of(Op.TRANSFER, "leaseId")),
            new Path("/v1/leases/{leaseId}/value").on(PUT, shard.of(Op.VALUE, "leaseId")),
            new Path("/v1/keys").on(GET, many::list),
            new Path("/v1/keys/{+key}")
                .on(GET, shard.of(Op.LOOK, "key"))
                .on(DELETE, shard.byOperator(Op.BREAK, "key")),
            new Path("/v1/sessions").on(POST, shard::openSession),
            new Path("/v1/sessions/{sessionId}")
                .on(GET, shard.of(Op.INSPECT_SESSION, "sessionId"))
                .on(DELETE, shard.of(Op.CLOSE_SESSION, "sessionId")),
            new Path("/v1/sessions/{sessionId}/keepalive")
                .on(POST, shard.of(Op.KEEPALIVE, "sessionId")),
            new Path("/v1/fences/{+fence}")
                .on(GET, shard.of(Op.READ_FENCE, "fence"))
                .on(POST, shard.of(Op.RAISE_FENCE, "fence"))
                .on(DELETE, shard.byOperator(Op.DROP_FENCE, "fence")),
            new Path("/v1/shards").on(GET, many::shards),
            new Path("/v1/shards/{shard}/end-quarantine")
                .on(POST, shard.byOperator(Op.END_QUARANTINE, "shard")),
            new Path("/v1/watch").on(GET, watch::begin),
            new Path("/livez").on(GET, health::alive),
            new Path("/readyz").on(GET, health::ready),
            new Path("/openapi.yaml").on(GET, openApi::show));
  }

  void serve(HttpServerRequest request) {
    Connection connection = connections.of(request);
    request.pause();
    connection.whenRead(
        () -> {
          connection.begins();
          lead(request, connection);
        });
  }

  /** Those there are, but for the annexes. */
  List<Path> paths() {
    return paths;
  }

  void drain() {
    draining = true;
  }

  private void lead(HttpServerRequest request, Connection connection) {
    String path = request.path();
    Map.Entry<String, Handler<HttpServerRequest>> annex = path == null ? null : annex(path);
    Exchange exchange = new Exchange(request, connection, options.requests());
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
      Map.Entry<String, Handler<HttpServerRequest>> annex, Exchange exchange) {
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

  private void lead(Exchange exchange, String path) {
    HttpMethod method = exchange.request.method();
    for (Path candidate : paths) {
      String name = candidate.match(path);
      if (name != null) {
        exchange.asksFor(candidate.template());
        lead(exchange, candidate, method, name);
        return;
      }
    }
    exchange.refuse(Problem.of(ErrorCode.NO_SUCH_PATH, "see /openapi.yaml for those there are"));
  }

  private void lead(Exchange exchange, Path path, HttpMethod method, String name) {
    Path.Call call = path.call(method);
    if (method.equals(HttpMethod.OPTIONS)) {
      exchange.allow(path.methods());
    } else if (call == null) {
      exchange.request.response().putHeader(HttpHeaders.ALLOW, path.methods());
      exchange.refuse(Problem.of(ErrorCode.METHOD_NOT_ALLOWED, "use " + path.methods()));
    } else if (changes(method) && Foreign.asks(exchange.request)) {
      exchange.refuse(
          Problem.of(ErrorCode.FORBIDDEN, "a page of another site may not change anything here"));
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
