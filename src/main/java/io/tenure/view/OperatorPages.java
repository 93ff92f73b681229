package io.tenure.view;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.AnnexExchange;
import io.tenure.door.AnnexRoute;
import io.tenure.door.Caller;
import io.tenure.door.CommonHttpHeaders;
import io.tenure.door.Gateway;
import io.tenure.door.ServerSentEventBlocks;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import io.tenure.wire.QueryFieldsReader;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.List;

/**
 * Serves the pages for operators: {@code /metrics}, and the dashboard under {@code /ui}. The pages
 * are annexes of the HTTP server, which counts their connections. May be called on any loop.
 */
public final class OperatorPages {

  /** Shows a page that was admitted. */
  private interface Page {
    void show(AnnexExchange exchange, AdmittedOperation admitted, String name);
  }

  private static final String PAGE = "/ui/";

  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final int MOVED = 308;

  private static final Problem FULL =
      Problem.of(
              Outcome.LIMIT,
              DashboardBroadcaster.VIEWERS_MAX + " pages are open already: close one")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private static final Problem NOTHING_HERE =
      Problem.of(Outcome.NO_SUCH_PATH, "there is nothing here; try /ui/");

  private final Vertx vertx;
  private final Gateway gateway;
  private final ServerInfo facts;
  private final DashboardBroadcaster dashboard;
  private final String deployment;
  private final DashboardAssets assets = new DashboardAssets();

  private OperatorPages(
      Vertx vertx,
      Gateway gateway,
      ServerInfo facts,
      DashboardBroadcaster dashboard,
      String deployment) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.facts = facts;
    this.dashboard = dashboard;
    this.deployment = deployment;
  }

  public static Future<OperatorPages> open(Vertx vertx, Gateway gateway, ServerInfo facts) {
    AdmittedOperation admitted = gateway.admit(Caller.PAGES, Operation.DASHBOARD, "");
    DashboardBroadcaster dashboard = new DashboardBroadcaster(admitted, facts);
    return vertx
        .deployVerticle(dashboard)
        .map(deployment -> new OperatorPages(vertx, gateway, facts, dashboard, deployment));
  }

  /** Returns the paths of the pages. They change nothing, so each is served by GET alone. */
  public List<AnnexRoute> annexes() {
    return List.of(
        page("/metrics", true, Operation.METRICS, this::scrape),
        page("/ui", true, Operation.DASHBOARD, OperatorPages::move).asPage(),
        page("/ui/stream", false, Operation.DASHBOARD, this::stream),
        page("/ui/key", true, Operation.DASHBOARD, this::key),
        page("/ui/sessions", true, Operation.DASHBOARD, this::sessions),
        page(PAGE, true, Operation.DASHBOARD, this::asset).asPage(),
        page("/ui/{+part}", true, Operation.DASHBOARD, this::asset));
  }

  private AnnexRoute page(String address, boolean head, Operation operation, Page page) {
    return new AnnexRoute(
        address,
        head,
        (exchange, name) -> {
          Caller caller = Caller.page(exchange.request().remoteAddress());
          page.show(exchange, gateway.admit(caller, operation, name), name);
        });
  }

  /** Ends the updates of the open dashboard pages. */
  public Future<Void> close() {
    return vertx.undeploy(deployment);
  }

  private static String given(AnnexExchange exchange, String name, String otherwise) {
    String given = QueryFieldsReader.read(exchange.request().query()).looseText(name);
    return given == null ? otherwise : given;
  }

  private void scrape(AnnexExchange exchange, AdmittedOperation admitted, String name) {
    String scraped = PrometheusMetrics.scrape(admitted.meters(), facts, dashboard.viewers());
    exchange.answer(OutcomeHttpStatus.OK, PrometheusText.CONTENT_TYPE, Buffer.buffer(scraped));
  }

  /** Opens a dashboard page, which counts until its connection ends. */
  private void stream(AnnexExchange exchange, AdmittedOperation admitted, String name) {
    guard(exchange);
    Context context = vertx.getOrCreateContext();
    SearchTerms sought = SearchTerms.parse(given(exchange, "filter", ""));
    DashboardConnection viewer =
        new DashboardConnection(context, exchange.request(), sought, dashboard::leave);
    if (dashboard.join(viewer)) {
      CommonHttpHeaders.events(exchange.takeOver())
          .setChunked(true)
          .write(ServerSentEventBlocks.retry());
    } else {
      exchange.refuse(FULL);
    }
  }

  private void key(AnnexExchange exchange, AdmittedOperation admitted, String name) {
    guard(exchange);
    Key key = Key.of(given(exchange, "key", ""));
    answer(exchange, KeyDetails.of(admitted, key));
  }

  private void sessions(AnnexExchange exchange, AdmittedOperation admitted, String name) {
    guard(exchange);
    String[] cursor = given(exchange, "cursor", "0:0").split(":");
    try {
      int shard = Integer.parseInt(cursor[0]);
      long row = Long.parseLong(cursor[1]);
      if (shard < 0 || row < 0) {
        throw new NumberFormatException("negative");
      }
      answer(exchange, SessionList.of(admitted, shard, row));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException unreadable) {
      throw new InvalidFieldException("cursor", "is no cursor; use the cursor of the page before");
    }
  }

  private void asset(AnnexExchange exchange, AdmittedOperation admitted, String name) {
    guard(exchange);
    if (!assets.send(exchange, name)) {
      exchange.refuse(NOTHING_HERE);
    }
  }

  private static void move(AnnexExchange exchange, AdmittedOperation admitted, String name) {
    exchange.answerEmpty(MOVED, HttpHeaders.LOCATION, PAGE);
  }

  private void answer(AnnexExchange exchange, Future<JsonObjectWriter.Body> body) {
    body.map(told -> Buffer.buffer(JsonObjectWriter.object(told)))
        .onSuccess(told -> exchange.answer(OutcomeHttpStatus.OK, CommonHttpHeaders.JSON, told))
        .onFailure(refused -> exchange.refuse(gateway.problem(refused)));
  }

  /** Limits what a browser does with the answer, also with a refusal. */
  private static void guard(AnnexExchange exchange) {
    exchange
        .request()
        .response()
        .putHeader("content-security-policy", POLICY)
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer");
  }
}
