package io.tenure.view;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.shard.ShardRouter;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Route;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * The pages for operators: {@code /metrics} and the dashboard under {@code /ui}. An annex of the
 * door for HTTP, which counts the connections. May be called on any loop.
 */
public final class AdminRoutes implements Handler<HttpServerRequest> {

  /** What it answers for: a path, or all that starts with one that ends in a slash. */
  public static final List<String> PATHS = List.of("/metrics", "/ui", "/ui/");

  private static final String PAGE = "/ui/";

  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final int MOVED = 308;
  private static final int INVALID = 400;
  private static final int NO_SUCH_PATH = 404;
  private static final int WRONG_METHOD = 405;
  private static final int MISTAKE = 500;
  private static final int NOT_NOW = 503;

  private final Vertx vertx;
  private final ShardRouter router;
  private final ServerInfo facts;
  private final Dashboard board;
  private final String deployment;
  private final DashboardAssets assets = new DashboardAssets();
  private final Router routes;

  private AdminRoutes(
      Vertx vertx, ShardRouter router, ServerInfo facts, Dashboard board, String deployment) {
    this.vertx = vertx;
    this.router = router;
    this.facts = facts;
    this.board = board;
    this.deployment = deployment;
    routes = routes(vertx);
  }

  public static Future<AdminRoutes> open(Vertx vertx, ShardRouter router, ServerInfo facts) {
    Dashboard board = new Dashboard(router, facts);
    return vertx
        .deployVerticle(board)
        .map(deployment -> new AdminRoutes(vertx, router, facts, board, deployment));
  }

  @Override
  public void handle(HttpServerRequest request) {
    routes.handle(request);
  }

  /** Ends what goes on and on. */
  public Future<Void> close() {
    return vertx.undeploy(deployment);
  }

  private Router routes(Vertx on) {
    Router made = Router.router(on);
    reads(made.route("/metrics")).handler(this::scrape);
    reads(made.routeWithRegex("/ui")).handler(asked -> move(asked.response()));
    made.get("/ui/stream").handler(this::stream);
    made.head("/ui/stream").handler(asked -> asked.fail(WRONG_METHOD));
    reads(made.route("/ui/key")).handler(this::key);
    reads(made.route("/ui/sessions")).handler(this::sessions);
    reads(made.route("/ui/*")).handler(this::asset);
    made.errorHandler(
        INVALID,
        asked -> refuse(asked, INVALID, "two hexadecimal digits follow a %; itself is %25"));
    made.errorHandler(
        NO_SUCH_PATH, asked -> refuse(asked, NO_SUCH_PATH, "there is nothing here; try /ui/"));
    made.errorHandler(WRONG_METHOD, asked -> refuse(asked, WRONG_METHOD, "use GET"));
    made.errorHandler(MISTAKE, asked -> refuse(asked, MISTAKE, "a mistake of the server"));
    return made;
  }

  /** HEAD is GET without the body. */
  private static Route reads(Route route) {
    return route.method(HttpMethod.GET).method(HttpMethod.HEAD);
  }

  /** Unlike the request's own it refuses what cannot be decoded, and does not throw. */
  private static String given(RoutingContext asked, String name, String otherwise) {
    String given = asked.queryParams().get(name);
    return given == null ? otherwise : given;
  }

  private void scrape(RoutingContext asked) {
    asked
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, PrometheusText.CONTENT_TYPE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(PrometheusMetrics.scrape(router.meters(), facts, board.viewers()));
  }

  private void stream(RoutingContext asked) {
    String typed = given(asked, "filter", "");
    Context context = vertx.getOrCreateContext();
    DashboardSession viewer =
        new DashboardSession(context, asked.request(), SearchTerms.parse(typed), board::leave);
    if (!board.join(viewer)) {
      refuse(asked, NOT_NOW, "so many pages are open already: close one");
      return;
    }
    HttpServerResponse response = asked.response();
    guarded(response)
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream; charset=utf-8")
        .putHeader("x-accel-buffering", "no")
        .setChunked(true)
        .write("retry: 1000\n\n");
  }

  private void key(RoutingContext asked) {
    try {
      answer(asked, KeyDetails.of(router, Key.of(given(asked, "key", ""))));
    } catch (InvalidFieldException invalid) {
      refuse(asked, INVALID, invalid.getMessage());
    }
  }

  private void sessions(RoutingContext asked) {
    String[] cursor = given(asked, "cursor", "0:0").split(":");
    try {
      int shard = Integer.parseInt(cursor[0]);
      long slot = Long.parseLong(cursor[1]);
      if (shard < 0 || slot < 0) {
        throw new NumberFormatException("negative");
      }
      answer(asked, SessionList.of(router, shard, slot));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException unreadable) {
      refuse(asked, INVALID, "cursor: use the one of the page before");
    }
  }

  private void asset(RoutingContext asked) {
    guarded(asked.response());
    if (!assets.send(asked, asked.request().path().substring(PAGE.length()))) {
      asked.fail(NO_SUCH_PATH);
    }
  }

  private static void move(HttpServerResponse response) {
    response.setStatusCode(MOVED).putHeader(HttpHeaders.LOCATION, PAGE).end();
  }

  private static void answer(RoutingContext asked, Future<JsonObject> body) {
    body.onSuccess(
            told ->
                guarded(asked.response())
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
                    .end(told.toBuffer()))
        .onFailure(away -> refuse(asked, NOT_NOW, String.valueOf(away.getMessage())));
  }

  private static void refuse(RoutingContext asked, int status, String detail) {
    if (!asked.response().headWritten()) {
      guarded(asked.response())
          .setStatusCode(status)
          .putHeader(HttpHeaders.CONTENT_TYPE, "application/problem+json")
          .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
          .end(new JsonObject().put("status", status).put("detail", detail).toBuffer());
    }
  }

  private static HttpServerResponse guarded(HttpServerResponse response) {
    return response
        .putHeader("content-security-policy", POLICY)
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer");
  }
}
