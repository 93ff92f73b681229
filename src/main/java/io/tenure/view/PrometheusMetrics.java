package io.tenure.view;

import io.tenure.api.EndReason;
import io.tenure.api.OperationLabel;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalCode;
import io.tenure.core.TableMeter;
import io.tenure.core.TableStats;
import io.tenure.core.memory.LatencyHistogram;
import io.tenure.shard.Meters;
import io.tenure.shard.ShardReport;
import io.tenure.shard.ShardState;
import io.tenure.shard.meter.CallMeter;
import io.tenure.shard.meter.LoopMeter;
import io.tenure.shard.meter.ShardMeter;
import io.tenure.wire.Spelling;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Writes the metrics for Prometheus. A scrape adds up the counters of shards, loops and callers. A
 * scrape walks no leases and asks no loop, so that ten million leases cost it nothing. No label
 * ever holds a key, a holder, or the number of a shard.
 */
final class PrometheusMetrics {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Each bucket but the last reaches from a half of its end to its end. */
  private static final double MIDDLE_OF_BUCKET = 0.75;

  /**
   * The outcomes that are reported before the first of them happens. To Prometheus the first value
   * of a counter is no growth, so the first such outcome would raise no alarm. The other outcomes
   * would be noise, because no alarm waits for them.
   */
  private static final Set<Outcome> FROM_THE_BEGINNING =
      EnumSet.of(Outcome.DONE, Outcome.UNAVAILABLE, Outcome.BUSY, Outcome.LIMIT, Outcome.UNKNOWN);

  /** The results of a renewal other than success, in the order in which they are reported. */
  private static final long[] NOT_RENEWED = {
    RenewalCode.EXPIRED,
    RenewalCode.RELEASED,
    RenewalCode.BROKEN,
    RenewalCode.TRANSFERRED,
    RenewalCode.SESSION_BOUND,
    RenewalCode.NOT_FOUND,
    RenewalCode.PENDING
  };

  private final PrometheusText out = new PrometheusText();
  private final Meters meters;
  private final List<TableStats> tables = new ArrayList<>();

  private PrometheusMetrics(Meters meters) {
    this.meters = meters;
    for (ShardReport report : meters.reports()) {
      TableStats stats = report.stats();
      if (stats != null) {
        tables.add(stats);
      }
    }
  }

  static String scrape(Meters meters, ServerInfo facts, int viewers) {
    PrometheusMetrics metrics = new PrometheusMetrics(meters);
    metrics.facts(facts);
    metrics
        .out
        .gauge("tenure_dashboard_viewers", "Pages of the dashboard that are open.")
        .sample(viewers);
    metrics.calls();
    metrics.renewals();
    metrics.tenures();
    metrics.shards();
    metrics.journal();
    metrics.loops();
    ProcessMetrics.write(metrics.out);
    return metrics.out.text();
  }

  private void facts(ServerInfo facts) {
    out.gauge("tenure_build_info", "The version of the server; always 1.")
        .sample(1, "version", facts.version(), "java", Runtime.version());
    out.gauge("tenure_connections", "Connections that are open, streams included.")
        .sample(facts.connections().getAsInt());
    out.counter(
            "tenure_connections_refused_total",
            "Connections that were closed at once, because too many were open.")
        .sample(facts.refusedConnections().getAsLong());
    out.gauge("tenure_streams", "WebSocket streams that are open.")
        .sample(facts.streams().getAsInt());
  }

  private void calls() {
    out.counter("tenure_requests_total", "Answered requests, by kind and outcome.");
    for (OperationLabel kind : OperationLabel.values()) {
      for (Outcome outcome : Outcome.values()) {
        long count = sum(meters.calls(), calls -> calls.count(kind, outcome));
        if (count > 0 || FROM_THE_BEGINNING.contains(outcome)) {
          out.sample(count, "kind", Spelling.of(kind), "outcome", OutcomeLabel.of(outcome));
        }
      }
    }
    out.histogram(
        "tenure_request_duration_seconds",
        "Time from a request at its protocol to its shard and back.");
    for (OperationLabel kind : OperationLabel.values()) {
      out.sample(latencies(kind), "kind", Spelling.of(kind));
    }
  }

  private List<LatencyHistogram> latencies(OperationLabel kind) {
    List<LatencyHistogram> latencies = new ArrayList<>();
    for (CallMeter calls : meters.calls()) {
      LatencyHistogram histogram = calls.latency(kind);
      if (histogram != null) {
        latencies.add(histogram);
      }
    }
    return latencies;
  }

  private void renewals() {
    out.counter("tenure_renewals_total", "Renewals of leases and sessions, by outcome.");
    long renewed = measured(TableMeter::renewedByRequest) + sum(meters.loops(), LoopMeter::renewed);
    out.sample(renewed, "outcome", "renewed");
    for (long code : NOT_RENEWED) {
      out.sample(
          measured(shard -> shard.notRenewed(code)), "outcome", OutcomeLabel.ofRenewal(code));
    }
    out.histogram(
        "tenure_renewal_left_ratio",
        "The part of the ttl that was left when a renewal came; the sum is estimated.");
    long near = 0;
    double sum = 0;
    for (int halves = TableMeter.NEAR_MISSES - 1; halves >= 0; halves--) {
      int at = halves;
      long here = measured(shard -> shard.nearMisses(at));
      double most = Math.scalb(1.0, -1 - halves);
      near += here;
      sum += here * most * MIDDLE_OF_BUCKET;
      out.bucket(most, near);
    }
    long calm = Math.max(0, renewed - near);
    out.bucket(1, near + calm);
    out.end(near + calm, sum + calm * MIDDLE_OF_BUCKET);
  }

  private void tenures() {
    out.counter("tenure_grants_total", "Leases granted.").sample(measured(TableMeter::grants));
    out.counter("tenure_leases_ended_total", "Leases that ended, by how they ended.");
    for (EndReason how : EndReason.values()) {
      out.sample(measured(shard -> shard.ended(how)), "how", Spelling.of(how));
    }
    out.counter("tenure_sessions_opened_total", "Sessions opened.")
        .sample(measured(TableMeter::sessionsOpened));
    out.counter("tenure_sessions_ended_total", "Sessions that ended, by how they ended.");
    for (EndReason how : EndReason.values()) {
      out.sample(measured(shard -> shard.sessionsEnded(how)), "how", Spelling.of(how));
    }
    out.histogram(
            "tenure_expiry_lateness_seconds",
            "Time from the end of a lease or session to its expiry, by the lease clock.")
        .sample(latencies(meters.shards(), shard -> shard.tableMeter().lateness()));
  }

  private void shards() {
    held("tenure_leases", "Leases that are not over.", TableStats::leases);
    held("tenure_sessions", "Sessions that are not over.", TableStats::sessions);
    held("tenure_waiters", "Requests that wait for a key.", TableStats::waiters);
    held("tenure_watchers", "Watches, counted once for each shard.", TableStats::watchers);
    held("tenure_fences", "Fences that are stored.", TableStats::fences);
    held("tenure_ended_remembered", "Ended tenures that are remembered.", TableStats::graves);
    out.counter(
            "tenure_amnesty_seconds_total",
            "Time given to leases because this server paused (G11); the shard with most of it.")
        .sample(amnestyNanos(meters) / NANOS_PER_SECOND);
    out.gauge(
            "tenure_amnesty_left_seconds",
            "Time of the next pause that leases would be given (G11); the shard with least.")
        .sample(amnestyLeftNanos(meters) / NANOS_PER_SECOND);
    out.counter(
            "tenure_shard_openings_total",
            "Openings of shards by this server; each gives every lease of the shard a full ttl.")
        .sample(sum(meters.shards(), ShardMeter::openings));
    out.gauge(
            "tenure_quarantine_seconds",
            "Time for which a shard still grants nothing; the shard with most of it.")
        .sample(most(TableStats::quarantineMillis) / MILLIS_PER_SECOND);
    out.gauge("tenure_shards", "Shards, by their state at this server.");
    for (String word : ShardState.WORDS) {
      long shards = sum(meters.reports(), shard -> shard.state().word().equals(word) ? 1 : 0);
      // The label "stage" is the former name of "state".
      out.sample(shards, "state", word, "stage", word);
    }
  }

  private void journal() {
    out.gauge("tenure_store_shards", "Shards, by the state of their store.");
    for (ShardReport.Store store : ShardReport.Store.values()) {
      out.sample(
          sum(meters.reports(), shard -> shard.store() == store ? 1 : 0),
          "store",
          Spelling.of(store));
    }
    out.counter(
        "tenure_journal_batches_total", "Batches of changes sent to the store, by outcome.");
    for (ShardMeter.Batch outcome : ShardMeter.Batch.values()) {
      out.sample(
          sum(meters.shards(), shard -> shard.batches(outcome)), "outcome", Spelling.of(outcome));
    }
    out.counter("tenure_journal_changes_total", "Changes that became durable.")
        .sample(sum(meters.shards(), ShardMeter::changes));
    out.histogram("tenure_journal_batch_duration_seconds", "Time that the store took for a batch.")
        .sample(latencies(meters.shards(), ShardMeter::appends));
    out.gauge("tenure_answers_waiting", "Answers and events that wait for the store.")
        .sample(sum(meters.reports(), ShardReport::parked));
  }

  private void loops() {
    List<LoopMeter> loops = meters.loops();
    List<Integer> renewals = loops.stream().map(LoopMeter::renewalsWaiting).toList();
    List<Integer> requests = loops.stream().map(LoopMeter::requestsWaiting).toList();
    out.gauge("tenure_mailbox_requests", "Requests that wait for an event loop, by mailbox.");
    mailboxes("mailbox", renewals, requests);
    out.gauge(
        "tenure_mailbox_letters",
        "Requests that wait for an event loop, by mailbox"
            + " (deprecated: use tenure_mailbox_requests; removed in 0.3.0).");
    mailboxes("letters", renewals, requests);
    out.histogram(
        "tenure_loop_delay_seconds", "Delay with which an event loop looked at its shards.");
    for (int loop = 0; loop < loops.size(); loop++) {
      out.sample(List.of(loops.get(loop).delays()), "loop", loop);
    }
  }

  private void mailboxes(String label, List<Integer> renewals, List<Integer> requests) {
    for (int loop = 0; loop < renewals.size(); loop++) {
      out.sample(renewals.get(loop), "loop", loop, label, "renewals");
      out.sample(requests.get(loop), "loop", loop, label, "requests");
    }
  }

  /**
   * Returns the largest amnesty of a shard. A pause concerns all shards of a loop, so it is counted
   * once; the count of a shard never falls.
   */
  static long amnestyNanos(Meters of) {
    return of.shards().stream()
        .mapToLong(shard -> shard.tableMeter().amnestyNanos())
        .max()
        .orElse(0);
  }

  private static double amnestyLeftNanos(Meters of) {
    return of.shards().stream()
        .mapToLong(shard -> shard.tableMeter().amnestyLeftNanos())
        .min()
        .orElse(0);
  }

  private void held(String name, String help, ToLongFunction<TableStats> of) {
    out.gauge(name, help).sample(sum(tables, of));
  }

  private long most(ToLongFunction<TableStats> of) {
    return tables.stream().mapToLong(of).max().orElse(0);
  }

  private long measured(ToLongFunction<TableMeter> of) {
    return sum(meters.shards(), shard -> of.applyAsLong(shard.tableMeter()));
  }

  private static <T> long sum(List<T> of, ToLongFunction<T> number) {
    return of.stream().mapToLong(number).sum();
  }

  private static <T> List<LatencyHistogram> latencies(
      List<T> of, Function<T, LatencyHistogram> latency) {
    return of.stream().map(latency).toList();
  }
}
