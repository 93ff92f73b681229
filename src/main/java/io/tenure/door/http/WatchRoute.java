package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.door.Gateway;
import io.tenure.door.MultiShardWatch;
import io.tenure.wire.RequestFields;
import io.tenure.wire.RequestReader;
import io.tenure.wire.WatchTarget;
import io.vertx.core.Vertx;

/** Serves watches of keys as Server-Sent Events. */
final class WatchRoute {

  private static final String LAST_EVENT_ID = "last-event-id";

  private final Vertx vertx;
  private final Gateway gateway;
  private final HttpLimits limits;
  private final HttpFieldsReader fields;
  private final ErrorResponder refusals;

  WatchRoute(
      Vertx vertx,
      Gateway gateway,
      HttpLimits limits,
      HttpFieldsReader fields,
      ErrorResponder refusals) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.limits = limits;
    this.fields = fields;
    this.refusals = refusals;
  }

  void begin(HttpExchange exchange, String name) {
    fields.read(
        exchange, Operation.WATCH, name, said -> begin(exchange, following(exchange, said)));
  }

  /**
   * Reads the target of a watch. A client that connects again sends a newer cursor in the header
   * than in the address.
   */
  private WatchTarget following(HttpExchange exchange, RequestFields said) {
    WatchTarget wish = RequestReader.following(said);
    String last = exchange.request.getHeader(LAST_EVENT_ID);
    return last == null || last.isEmpty() ? wish : new WatchTarget(wish.key(), wish.prefix(), last);
  }

  private void begin(HttpExchange exchange, WatchTarget target) {
    ServerSentEvents stream = new ServerSentEvents(vertx, exchange, limits);
    MultiShardWatch watching =
        MultiShardWatch.begin(vertx, gateway, exchange.caller, target, stream);
    stream.opens(watching);
    exchange.connection.waits(stream::gone, stream::serverStops);
    watching
        .begun()
        .onSuccess(begun -> stream.begin())
        .onFailure(refused -> exchange.refuse(refusals.problem(refused)));
  }
}
