package io.tenure.door.http;

import static io.vertx.core.http.HttpMethod.GET;

import io.tenure.api.HttpForm;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.AnnexRoute;
import io.tenure.door.CrossSiteCheck;
import io.tenure.door.Gateway;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Routes each request of one loop to its operation. */
final class HttpRouter {

  /** Serves an operation that was admitted. */
  private interface Route {
    /** {@code name}: the part of the path for the braces, still percent-encoded. */
    void serve(HttpExchange exchange, AdmittedOperation admitted, String name);
  }

  /**
   * Refuses every credential: this server checks none, and a client that sends one must not believe
   * that it protects anything.
   */
  private static final Problem NO_CREDENTIALS =
      Problem.of(
          Outcome.UNAUTHENTICATED,
          "Authorization",
          "this server checks no credentials (auth: off); send none, or unset TENURE_AUTH");

  private final Gateway gateway;
  private final HttpOptions options;
  private final ConnectionLimiter connections;
  private final ErrorResponder errors;
  private final ShardRoutes shard;
  private final ManyShardRoutes many;
  private final WatchRoute watch;
  private final List<RoutePattern> paths;

  HttpRouter(Vertx vertx, Gateway gateway, HttpOptions options, ConnectionLimiter connections) {
    this.gateway = gateway;
    this.options = options;
    this.connections = connections;
    errors = new ErrorResponder(gateway);
    HttpFieldsReader fields = new HttpFieldsReader(options.limits().sizes().bodyBytes(), errors);
    shard = new ShardRoutes(gateway, fields, errors);
    many = new ManyShardRoutes(fields, errors);
    watch = new WatchRoute(vertx, options.limits(), fields, errors);
    HealthRoutes health = new HealthRoutes(gateway, options.store());
    OpenApiRoute openApi = new OpenApiRoute();
    paths = new ArrayList<>(operations());
    paths.add(new RoutePattern(HealthRoutes.LIVEZ).on(GET, health::alive));
    paths.add(new RoutePattern(HealthRoutes.READYZ).on(GET, health::ready));
    paths.add(new RoutePattern("/openapi.yaml").on(GET, openApi::show).asPage());
    options.annexes().forEach(annex -> paths.add(path(annex)));
  }

  private static RoutePattern path(AnnexRoute annex) {
    RoutePattern path =
        new RoutePattern(annex.address())
            .on(
                GET,
                (exchange, name) -> {
                  exchange.request().resume();
                  annex.call().serve(exchange, name);
                });
    if (annex.page()) {
      path.asPage();
    }
    return annex.head() ? path : path.withoutHead();
  }

  /** Returns the operations, each at the address that it declares. */
  private Collection<RoutePattern> operations() {
    Map<String, RoutePattern> byAddress = new LinkedHashMap<>();
    for (Operation operation : Operation.ofWire()) {
      HttpForm http = operation.http();
      boolean served = !options.forOperators() || operation.permission().isOperators();
      if (http.exists() && served) {
        Route route = route(operation);
        byAddress
            .computeIfAbsent(http.address(), RoutePattern::new)
            .on(
                HttpMethod.valueOf(http.method()),
                (exchange, name) ->
                    route.serve(exchange, gateway.admit(exchange.caller, operation, name), name));
      }
    }
    return byAddress.values();
  }

  /** Names every operation: one that is new and forgotten does not compile. */
  private Route route(Operation operation) {
    return switch (operation) {
      case ACQUIRE,
          RENEW,
          RELEASE,
          TRANSFER,
          VALUE,
          INSPECT,
          LOOK,
          BREAK,
          OPEN_SESSION,
          KEEPALIVE,
          CLOSE_SESSION,
          INSPECT_SESSION,
          RAISE_FENCE,
          READ_FENCE,
          DROP_FENCE,
          END_QUARANTINE ->
          shard::ask;
      case RENEW_MANY -> many::renew;
      case LIST -> many::list;
      case SHARDS -> many::shards;
      case WATCH -> watch::begin;
      case CANCEL, QUERY, DASHBOARD, METRICS, HEALTH ->
          throw new IllegalArgumentException(operation + " has no address below /v1");
    };
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

  /** Returns the known paths, those of the annexes last. */
  List<RoutePattern> paths() {
    return paths;
  }

  private void lead(HttpServerRequest request, ConnectionGuard connection) {
    HttpExchange exchange = new HttpExchange(request, connection, gateway.requests());
    String path = request.path();
    try {
      options.names().check(request.version(), request.headers().getAll(HttpHeaders.HOST));
      if (request.headers().contains(HttpHeaders.AUTHORIZATION) && !HealthRoutes.serves(path)) {
        exchange.refuse(NO_CREDENTIALS);
      } else {
        lead(exchange, path == null ? "" : path);
      }
    } catch (Throwable mistake) {
      exchange.refuse(errors.problem(mistake));
    }
    if (exchange.answered()) {
      request.resume();
    }
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
    exchange.refuse(Problem.of(Outcome.NO_SUCH_PATH, "/openapi.yaml lists the paths"));
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
    } else if (!changes(method) && isReadFromElsewhere(exchange.request, path)) {
      exchange.refuse(
          Problem.of(
              Outcome.FORBIDDEN,
              "a page of another site may not read anything here; open /ui/, or type the address"));
    } else {
      call.serve(exchange, name);
    }
  }

  private static boolean isReadFromElsewhere(HttpServerRequest request, RoutePattern path) {
    boolean link = path.isPage() && CrossSiteCheck.opensPage(request);
    return !link && CrossSiteCheck.reads(request);
  }

  private static boolean changes(HttpMethod method) {
    return !method.equals(GET) && !method.equals(HttpMethod.HEAD);
  }
}
