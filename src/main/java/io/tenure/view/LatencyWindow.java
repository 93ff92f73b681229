package io.tenure.view;

import io.tenure.api.OperationLabel;
import io.tenure.core.memory.LatencyHistogram;
import io.tenure.shard.Meters;
import io.tenure.shard.meter.CallMeter;
import io.tenure.shard.meter.ShardMeter;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The percentiles of the latencies of requests and of the journal in the last minutes. Each sample
 * is the difference of the counters over a few seconds. Owned by the dashboard's loop.
 */
final class LatencyWindow {

  /** The number of samples in ten minutes. */
  private static final int SAMPLES = 120;

  private static final double[] PERCENTILES = {0.5, 0.99, 0.999};
  private static final double NANOS_PER_MICRO = 1e3;

  private static final Map<String, OperationLabel> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("acquire", OperationLabel.ACQUIRE);
    KINDS.put("renew", OperationLabel.RENEW);
    KINDS.put("renew batch", OperationLabel.RENEW_BATCH);
    KINDS.put("release", OperationLabel.RELEASE);
  }

  private static final String JOURNAL = "journal";

  private final Map<String, long[]> before = new LinkedHashMap<>();
  private final Deque<JsonObject> samples = new ArrayDeque<>();
  private long taken;

  void sample(Meters meters) {
    JsonObject sample = new JsonObject().put("n", taken++);
    KINDS.forEach((name, kind) -> put(sample, name, latencies(meters, kind)));
    put(sample, JOURNAL, meters.shards().stream().map(ShardMeter::appends).toList());
    if (samples.size() == SAMPLES) {
      samples.remove();
    }
    samples.add(sample);
  }

  JsonArray all() {
    return new JsonArray(new ArrayList<>(samples));
  }

  private void put(JsonObject sample, String name, List<LatencyHistogram> latencies) {
    long[] now = new long[LatencyHistogram.BUCKETS];
    for (LatencyHistogram histogram : latencies) {
      for (int bucket = 0; bucket < LatencyHistogram.BUCKETS; bucket++) {
        now[bucket] += histogram.count(bucket);
      }
    }
    long[] was = before.put(name, now);
    sample.put(name, percentiles(was == null ? new long[LatencyHistogram.BUCKETS] : was, now));
  }

  /** Returns the percentiles in microseconds; an empty array when nothing was counted. */
  private static JsonArray percentiles(long[] was, long[] now) {
    long count = 0;
    for (int bucket = 0; bucket < now.length; bucket++) {
      count += now[bucket] - was[bucket];
    }
    JsonArray told = new JsonArray();
    if (count == 0) {
      return told;
    }
    for (double percentile : PERCENTILES) {
      long rank = (long) Math.ceil(percentile * count);
      int bucket = 0;
      for (long seen = now[0] - was[0]; seen < rank; seen += now[bucket] - was[bucket]) {
        bucket++;
      }
      told.add(Math.round(LatencyHistogram.endNanos(bucket) / NANOS_PER_MICRO));
    }
    return told.add(count);
  }

  private static List<LatencyHistogram> latencies(Meters meters, OperationLabel kind) {
    return meters.calls().stream()
        .map((CallMeter calls) -> calls.latency(kind))
        .filter(Objects::nonNull)
        .toList();
  }
}
