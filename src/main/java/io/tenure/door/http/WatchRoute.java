package io.tenure.door.http;

import io.tenure.door.AdmittedOperation;
import io.tenure.door.MultiShardWatch;
import io.tenure.wire.RequestFields;
import io.tenure.wire.RequestReader;
import io.tenure.wire.WatchTarget;
import io.vertx.core.Vertx;

/** Serves watches of keys as Server-Sent Events. */
final class WatchRoute {

  private static final String LAST_EVENT_ID = "last-event-id";

  private final Vertx vertx;
  private final HttpLimits limits;
  private final HttpFieldsReader fields;
  private final ErrorResponder errors;

  WatchRoute(Vertx vertx, HttpLimits limits, HttpFieldsReader fields, ErrorResponder errors) {
    this.vertx = vertx;
    this.limits = limits;
    this.fields = fields;
    this.errors = errors;
  }

  void begin(HttpExchange exchange, AdmittedOperation admitted, String name) {
    fields.read(
        exchange,
        admitted.operation(),
        name,
        said -> begin(exchange, admitted, following(exchange, said)));
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

  private void begin(HttpExchange exchange, AdmittedOperation admitted, WatchTarget target) {
    HttpWatch stream = new HttpWatch(vertx, exchange, limits);
    MultiShardWatch watching = MultiShardWatch.begin(vertx, admitted, target, stream);
    stream.opens(watching);
    exchange.connection.waits(stream::gone, stream::serverStops);
    watching
        .begun()
        .onSuccess(begun -> stream.begin())
        .onFailure(refused -> exchange.refuse(errors.problem(refused)));
  }
}
