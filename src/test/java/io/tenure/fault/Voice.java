package io.tenure.fault;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Request;
import io.tenure.fault.Operation.Verb;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends the requests of one holder, and records all requests and answers in the history. */
final class Voice {

  /** A lease as its holder knows it. */
  record Lease(String key, long token, LeaseId id, String requestId) {}

  private final String holder;
  private final Route route;
  private final History history;

  Voice(String holder, Route route, History history) {
    this.holder = holder;
    this.route = route;
    this.history = history;
  }

  Future<Heard> acquire(String key, long ttlMillis, long waitMillis, String requestId) {
    Request request =
        AcquireBuilder.of(Key.of(key), holder)
            .ttl(ttlMillis)
            .waiting(waitMillis)
            .requestId(requestId)
            .build();
    return route.ask(
        request, waitMillis, heard -> record(Verb.ACQUIRE, key, 0, requestId, heard, heard.told()));
  }

  Future<Heard> open(String session, long ttlMillis, String requestId) {
    return route.ask(
        new Request.OpenSession(holder, ttlMillis, requestId),
        0,
        heard -> record(Verb.ACQUIRE, session, 0, requestId, heard, ofSession(heard.told())));
  }

  /** {@code promisedNanos}: the end of what the session is promised when the answer comes. */
  Future<Heard> acquireUnder(
      Lease session, String key, String requestId, LongSupplier promisedNanos) {
    Request request =
        AcquireBuilder.of(Key.of(key), holder).under(session.id).requestId(requestId).build();
    return route.ask(
        request,
        0,
        heard -> {
          Told told = keptUntil(promisedNanos.getAsLong(), heard);
          record(Verb.ACQUIRE, key, 0, requestId, heard, told);
        });
  }

  /** {@code leases}: those of the session when the answer comes, which live as long as it does. */
  Future<Heard> keepAlive(Lease session, Supplier<List<Lease>> leases) {
    return route
        .ask(
            new Request.KeepAlive(session.id),
            0,
            heard -> {
              renewed(List.of(session), heard);
              if (answered(heard).told() instanceof Told.Renewed renewed) {
                leases
                    .get()
                    .forEach(each -> record(Verb.KEEP, each.key, each.token, null, heard, renewed));
              }
            })
        .map(Voice::answered);
  }

  Future<Heard> renew(Lease lease) {
    return route
        .ask(Request.Renew.one(lease.id), 0, heard -> renewed(List.of(lease), heard))
        .map(Voice::answered);
  }

  Future<Heard> renew(List<Lease> leases) {
    Request request = new Request.Renew(leases.stream().map(Lease::id).toList());
    return route.ask(request, 0, heard -> renewed(leases, heard));
  }

  Future<Heard> release(Lease lease) {
    return route.ask(
        new Request.Release(lease.id),
        0,
        heard -> record(Verb.RELEASE, lease.key, lease.token, null, heard, heard.told()));
  }

  Future<Heard> raise(String fence, long token) {
    return route.ask(
        new Request.RaiseFence(fence, token),
        0,
        heard -> record(Verb.RAISE, fence, token, null, heard, heard.told()));
  }

  Future<Heard> readMark(String fence) {
    return route.ask(
        new Request.ReadFence(fence),
        0,
        heard -> record(Verb.READ_MARK, fence, 0, null, heard, heard.told()));
  }

  void wrote(Lease lease, long atNanos, boolean accepted) {
    history.add(new Write(lease.key, lease.token, holder, atNanos, accepted));
  }

  String holder() {
    return holder;
  }

  private void renewed(List<Lease> leases, Heard heard) {
    for (int i = 0; i < leases.size(); i++) {
      Lease lease = leases.get(i);
      Told told = heard.told() instanceof Told.Many many ? many.each().get(i) : heard.told();
      record(Verb.RENEW, lease.key, lease.token, null, heard, told);
    }
  }

  /** The answer for the only lease of a request. */
  private static Heard answered(Heard heard) {
    return heard.told() instanceof Told.Many many
        ? new Heard(heard.server(), heard.sentNanos(), heard.doneNanos(), many.each().get(0))
        : heard;
  }

  private static Told ofSession(Told told) {
    return told instanceof Told.Consumed used
        ? new Told.Consumed(used.how(), Told.SESSION_TOKEN)
        : told;
  }

  /** A lease under a session is granted without a time of its own. */
  private static Told keptUntil(long promisedNanos, Heard heard) {
    if (heard.told() instanceof Told.Granted granted) {
      long validForMillis = Math.max(0, (promisedNanos - heard.sentNanos()) / 1_000_000);
      return new Told.Granted(
          granted.lease(), granted.shard(), granted.token(), 0, validForMillis, granted.repeated());
    }
    return heard.told();
  }

  private void record(
      Verb verb, String key, long token, @Nullable String requestId, Heard heard, Told told) {
    history.add(
        new Operation(
            verb,
            key,
            token,
            requestId,
            holder,
            heard.server(),
            heard.sentNanos(),
            heard.doneNanos(),
            told));
  }
}
