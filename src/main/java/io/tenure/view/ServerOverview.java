package io.tenure.view;

import io.tenure.api.EndReason;
import io.tenure.api.RenewalCode;
import io.tenure.core.TableMeter;
import io.tenure.core.TableStats;
import io.tenure.shard.Meters;
import io.tenure.shard.ShardReport;
import io.tenure.shard.ShardReport.Store;
import io.tenure.shard.ShardState;
import io.tenure.shard.meter.LoopMeter;
import io.tenure.shard.meter.ShardMeter;
import io.tenure.wire.Spelling;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The state of the whole server in a few numbers, with the rates of the last second. Owned by the
 * dashboard's loop.
 */
final class ServerOverview {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final ServerInfo facts;
  private final Map<String, Long> before = new LinkedHashMap<>();
  private long beforeNanos;
  private JsonObject shown = new JsonObject();

  ServerOverview(ServerInfo facts) {
    this.facts = facts;
  }

  /** Called once a second while a page is open. */
  void sample(Meters meters, long nowNanos) {
    List<ShardReport> reports = meters.reports();
    shown =
        new JsonObject()
            .put("version", facts.version())
            .put("durability", facts.durability())
            .put("breaking", facts.breaking())
            .put("held", sum(reports, TableStats::leases))
            .put("sessions", sum(reports, TableStats::sessions))
            .put("waiters", sum(reports, TableStats::waiters))
            .put("fences", sum(reports, TableStats::fences))
            .put("connections", facts.connections().getAsInt())
            .put("streams", facts.streams().getAsInt())
            .put("rates", rates(meters, nowNanos))
            .put("expired", measured(meters, each -> each.ended(EndReason.EXPIRED)))
            .put("near", measured(meters, ServerOverview::nearMisses))
            .put("amnestyMs", Math.round(PrometheusMetrics.amnestyNanos(meters) / NANOS_PER_MILLI))
            .put("quarantineMs", most(reports, TableStats::quarantineMillis))
            .put("doubt", doubt(reports))
            .put("shards", shards(reports))
            .put("store", store(meters, reports))
            .put("mailbox", mailbox(meters.loops()))
            .put("heapUsed", ProcessMetrics.heapUsedBytes())
            .put("heapMax", ProcessMetrics.heapMaxBytes())
            .put("resident", ProcessMetrics.residentBytes());
  }

  JsonObject shown() {
    return shown;
  }

  /**
   * Forgets the counters when the last page has closed. Otherwise the next rates would not be those
   * of one second.
   */
  void forget() {
    before.clear();
  }

  private JsonObject rates(Meters meters, long nowNanos) {
    Map<String, Long> now = new LinkedHashMap<>();
    now.put("renewals", renewals(meters));
    now.put("late", measured(meters, each -> each.notRenewed(RenewalCode.EXPIRED)));
    now.put("grants", measured(meters, TableMeter::grants));
    now.put("expiries", measured(meters, each -> each.ended(EndReason.EXPIRED)));
    now.put("releases", measured(meters, each -> each.ended(EndReason.RELEASED)));
    now.put("changes", meters.shards().stream().mapToLong(ShardMeter::changes).sum());
    JsonObject rates = new JsonObject();
    double seconds = Math.max(1, nowNanos - beforeNanos) / NANOS_PER_SECOND;
    now.forEach(
        (name, is) -> {
          Long was = before.get(name);
          if (was != null) {
            rates.put(name, Math.round((is - was) / seconds));
          }
        });
    before.putAll(now);
    beforeNanos = nowNanos;
    return rates;
  }

  private JsonObject shards(List<ShardReport> reports) {
    JsonObject shards = new JsonObject().put("all", reports.size());
    for (String word : ShardState.WORDS) {
      shards.put(word, count(reports, report -> report.state().word().equals(word)));
    }
    return shards;
  }

  private JsonObject store(Meters meters, List<ShardReport> reports) {
    JsonObject store = new JsonObject().put("name", facts.store());
    for (Store each : Store.values()) {
      store.put(Spelling.of(each), count(reports, report -> report.store() == each));
    }
    long uncertain =
        meters.shards().stream()
            .mapToLong(shard -> shard.batches(ShardMeter.Batch.UNCERTAIN))
            .sum();
    return store
        .put("uncertain", uncertain)
        .put("parked", reports.stream().mapToLong(ShardReport::parked).sum());
  }

  private static long mailbox(List<LoopMeter> loops) {
    return loops.stream().mapToLong(loop -> loop.renewalsWaiting() + loop.requestsWaiting()).sum();
  }

  private static long renewals(Meters meters) {
    return measured(meters, TableMeter::renewedByRequest)
        + meters.loops().stream().mapToLong(LoopMeter::renewed).sum();
  }

  private static long nearMisses(TableMeter of) {
    long near = 0;
    for (int halves = 1; halves < TableMeter.NEAR_MISSES; halves++) {
      near += of.nearMisses(halves);
    }
    return near;
  }

  private static long measured(Meters meters, ToLongFunction<TableMeter> of) {
    return meters.shards().stream().mapToLong(each -> of.applyAsLong(each.tableMeter())).sum();
  }

  private static long sum(List<ShardReport> reports, ToLongFunction<TableStats> of) {
    return reports.stream()
        .mapToLong(each -> each.stats() == null ? 0 : of.applyAsLong(each.stats()))
        .sum();
  }

  private static long most(List<ShardReport> reports, ToLongFunction<TableStats> of) {
    return reports.stream()
        .mapToLong(each -> each.stats() == null ? 0 : of.applyAsLong(each.stats()))
        .max()
        .orElse(0);
  }

  /** Returns the doubt behind the longest quarantine; empty without a quarantine. */
  private static String doubt(List<ShardReport> reports) {
    return reports.stream()
        .max(Comparator.comparingLong(ShardReport::quarantineMillis))
        .map(ShardReport::doubt)
        .orElse("");
  }

  private static long count(List<ShardReport> reports, Predicate<ShardReport> so) {
    return reports.stream().filter(so).count();
  }
}
