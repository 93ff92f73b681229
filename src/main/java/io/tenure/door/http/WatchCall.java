package io.tenure.door.http;

import io.tenure.door.Watching;
import io.tenure.shard.Leases;
import io.tenure.wire.Fields;
import io.tenure.wire.Following;
import io.tenure.wire.Op;
import io.tenure.wire.RequestReader;
import io.vertx.core.Vertx;

/** Follows keys as Server-Sent Events. */
final class WatchCall {

  private static final String LAST_EVENT_ID = "last-event-id";

  private final Vertx vertx;
  private final Leases leases;
  private final HttpLimits limits;
  private final FieldsReader fields;
  private final Refusals refusals;
  private final RequestReader reader;

  WatchCall(
      Vertx vertx, Leases leases, HttpOptions options, FieldsReader fields, Refusals refusals) {
    this.vertx = vertx;
    this.leases = leases;
    limits = options.limits();
    this.fields = fields;
    this.refusals = refusals;
    reader = new RequestReader(options.leaseLimits());
  }

  void begin(Exchange exchange, String name) {
    fields.read(exchange, Op.WATCH, null, name, said -> begin(exchange, following(exchange, said)));
  }

  /** Whoever comes back has the header; what its first address said is older. */
  private Following following(Exchange exchange, Fields said) {
    Following wish = reader.following(said);
    String last = exchange.request.getHeader(LAST_EVENT_ID);
    return last == null || last.isEmpty() ? wish : new Following(wish.key(), wish.prefix(), last);
  }

  private void begin(Exchange exchange, Following following) {
    EventStream stream = new EventStream(vertx, exchange, limits);
    Watching watching = Watching.begin(vertx, leases, following, stream);
    stream.opens(watching);
    exchange.connection.waits(stream::gone, stream::serverStops);
    watching
        .begun()
        .onSuccess(begun -> stream.begin())
        .onFailure(refused -> exchange.refuse(refusals.problem(refused)));
  }
}
