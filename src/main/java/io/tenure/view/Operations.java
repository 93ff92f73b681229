package io.tenure.view;

import io.tenure.shard.Leases;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * The pages for operators: {@code /metrics} and the dashboard under {@code /ui}. An annex of the
 * door for HTTP, which counts the connections. May be called on any loop.
 */
public final class Operations implements Handler<HttpServerRequest> {

  /** What it answers for: a path, or all that starts with one that ends in a slash. */
  public static final List<String> PATHS = List.of("/metrics");

  private final Leases leases;
  private final Facts facts;
  private final Router router;

  public Operations(Vertx vertx, Leases leases, Facts facts) {
    this.leases = leases;
    this.facts = facts;
    router = Router.router(vertx);
    router.get("/metrics").handler(this::scrape);
  }

  @Override
  public void handle(HttpServerRequest request) {
    router.handle(request);
  }

  /** Ends what goes on and on. */
  public Future<Void> close() {
    return Future.succeededFuture();
  }

  private void scrape(RoutingContext asked) {
    asked
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, Exposition.CONTENT_TYPE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(Metrics.scrape(leases.meters(), facts));
  }
}
