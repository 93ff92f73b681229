package io.tenure.fault;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Request;
import io.tenure.fault.Operation.Verb;
import io.vertx.core.Future;
import java.util.List;
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

  Future<Heard> renew(Lease lease) {
    return route
        .ask(Request.Renew.one(lease.id), 0, heard -> renewed(List.of(lease), heard))
        .map(heard -> heard.told() instanceof Told.Many many ? single(heard, many) : heard);
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

  private static Heard single(Heard heard, Told.Many many) {
    return new Heard(heard.server(), heard.sentNanos(), heard.doneNanos(), many.each().get(0));
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
