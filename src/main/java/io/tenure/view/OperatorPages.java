package io.tenure.view;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.Outcome;
import io.tenure.door.Caller;
import io.tenure.door.Gateway;
import io.tenure.door.HttpResponseParts;
import io.tenure.wire.Problem;
import io.tenure.wire.QueryFieldsReader;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Serves the pages for operators: {@code /metrics}, and the dashboard under {@code /ui}. The pages
 * are annexes of the HTTP server, which counts their connections. May be called on any loop.
 */
public final class OperatorPages {

  private static final String PAGE = "/ui/";

  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final int MOVED = 308;

  private final Vertx vertx;
  private final Gateway gateway;
  private final ServerInfo facts;
  private final DashboardBroadcaster board;
  private final String deployment;
  private final DashboardAssets assets = new DashboardAssets();

  private OperatorPages(
      Vertx vertx,
      Gateway gateway,
      ServerInfo facts,
      DashboardBroadcaster board,
      String deployment) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.facts = facts;
    this.board = board;
    this.deployment = deployment;
  }

  public static Future<OperatorPages> open(Vertx vertx, Gateway gateway, ServerInfo facts) {
    DashboardBroadcaster board = new DashboardBroadcaster(gateway, facts);
    return vertx
        .deployVerticle(board)
        .map(deployment -> new OperatorPages(vertx, gateway, facts, board, deployment));
  }

  /**
   * Returns the handlers, each by its path, or by the beginning of its paths if that ends in a
   * slash.
   */
  public Map<String, Handler<HttpServerRequest>> annexes() {
    return Map.of(
        "/metrics",
        read(this::scrape),
        "/ui",
        read(OperatorPages::move),
        "/ui/stream",
        read(this::stream),
        "/ui/key",
        read(this::key),
        "/ui/sessions",
        read(this::sessions),
        PAGE,
        read(this::asset));
  }

  /** Ends the updates of the open dashboard pages. */
  public Future<Void> close() {
    return vertx.undeploy(deployment);
  }

  /** Accepts GET, and HEAD as GET without the body: the pages change nothing. */
  private static Handler<HttpServerRequest> read(Handler<HttpServerRequest> page) {
    return asked -> {
      HttpMethod method = asked.method();
      try {
        if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
          page.handle(asked);
        } else {
          refuseMethod(asked);
        }
      } catch (InvalidFieldException invalid) {
        refuse(asked, Problem.of(invalid));
      }
    };
  }

  private static void refuseMethod(HttpServerRequest asked) {
    asked.response().putHeader(HttpHeaders.ALLOW, "GET");
    refuse(asked, Problem.of(Outcome.METHOD_NOT_ALLOWED, "use GET"));
  }

  private static String given(HttpServerRequest asked, String name, String otherwise) {
    String given = QueryFieldsReader.read(asked.query()).looseText(name);
    return given == null ? otherwise : given;
  }

  private static Caller caller(HttpServerRequest asked) {
    return Caller.page(asked.remoteAddress());
  }

  private void scrape(HttpServerRequest asked) {
    HttpResponseParts.noStore(asked.response())
        .putHeader(HttpHeaders.CONTENT_TYPE, PrometheusText.CONTENT_TYPE)
        .end(PrometheusMetrics.scrape(gateway.meters(), facts, board.viewers()));
  }

  /**
   * Opens a dashboard page. Refuses HEAD, because an open page counts until its connection ends.
   */
  private void stream(HttpServerRequest asked) {
    if (asked.method().equals(HttpMethod.HEAD)) {
      refuseMethod(asked);
      return;
    }
    String typed = given(asked, "filter", "");
    Context context = vertx.getOrCreateContext();
    DashboardConnection viewer =
        new DashboardConnection(context, asked, SearchTerms.parse(typed), board::leave);
    if (!board.join(viewer)) {
      refuse(
          asked,
          Problem.of(
              Outcome.LIMIT,
              DashboardBroadcaster.VIEWERS_MAX + " pages are open already: close one"));
      return;
    }
    HttpResponseParts.events(guarded(asked.response())).setChunked(true).write("retry: 1000\n\n");
  }

  private void key(HttpServerRequest asked) {
    answer(asked, KeyDetails.of(gateway, caller(asked), Key.of(given(asked, "key", ""))));
  }

  private void sessions(HttpServerRequest asked) {
    String[] cursor = given(asked, "cursor", "0:0").split(":");
    try {
      int shard = Integer.parseInt(cursor[0]);
      long slot = Long.parseLong(cursor[1]);
      if (shard < 0 || slot < 0) {
        throw new NumberFormatException("negative");
      }
      answer(asked, SessionList.of(gateway, caller(asked), shard, slot));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException unreadable) {
      throw new InvalidFieldException("cursor", "is no cursor; use the next of the page before");
    }
  }

  private void asset(HttpServerRequest asked) {
    guarded(asked.response());
    if (!assets.send(asked, asked.path().substring(PAGE.length()))) {
      refuse(asked, Problem.of(Outcome.NO_SUCH_PATH, "there is nothing here; try /ui/"));
    }
  }

  private static void move(HttpServerRequest asked) {
    asked.response().setStatusCode(MOVED).putHeader(HttpHeaders.LOCATION, PAGE).end();
  }

  private static void answer(HttpServerRequest asked, Future<JsonObject> body) {
    body.onSuccess(
            told ->
                HttpResponseParts.noStore(guarded(asked.response()))
                    .putHeader(HttpHeaders.CONTENT_TYPE, HttpResponseParts.JSON)
                    .end(told.toBuffer()))
        .onFailure(
            away ->
                refuse(asked, Problem.of(Outcome.UNAVAILABLE, String.valueOf(away.getMessage()))));
  }

  private static void refuse(HttpServerRequest asked, Problem problem) {
    if (!asked.response().headWritten()) {
      HttpResponseParts.refuse(guarded(asked.response()), problem);
    }
  }

  private static HttpServerResponse guarded(HttpServerResponse response) {
    return response
        .putHeader("content-security-policy", POLICY)
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer");
  }
}
