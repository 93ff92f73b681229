package io.tenure.view;

import io.tenure.core.memory.LatencyHistogram;
import java.util.Locale;

/**
 * Writes text in the format of Prometheus: families of samples, each with its type and its meaning.
 */
final class PrometheusText {

  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final double NANOS_PER_SECOND = 1e9;

  /** Eight buckets make an octave; the scrape shows the end of each octave. */
  private static final int BUCKETS_PER_OCTAVE = 8;

  private final StringBuilder text = new StringBuilder(1 << 16);
  private String family = "";

  PrometheusText counter(String name, String help) {
    return family(name, "counter", help);
  }

  PrometheusText gauge(String name, String help) {
    return family(name, "gauge", help);
  }

  PrometheusText histogram(String name, String help) {
    return family(name, "histogram", help);
  }

  /** Writes a sample; {@code labels} are names and values in turn. */
  PrometheusText sample(double value, Object... labels) {
    return line("", value, labels);
  }

  /** Writes the durations of many writers as one histogram in seconds. */
  PrometheusText sample(Iterable<LatencyHistogram> latencies, Object... labels) {
    long count = 0;
    long sumNanos = 0;
    for (LatencyHistogram histogram : latencies) {
      sumNanos += histogram.sumNanos();
    }
    for (int bucket = 0; bucket < LatencyHistogram.BUCKETS; bucket++) {
      for (LatencyHistogram histogram : latencies) {
        count += histogram.count(bucket);
      }
      boolean last = bucket == LatencyHistogram.BUCKETS - 1;
      if (bucket % BUCKETS_PER_OCTAVE == BUCKETS_PER_OCTAVE - 1 && !last) {
        bucket(LatencyHistogram.endNanos(bucket) / NANOS_PER_SECOND, count, labels);
      }
    }
    return end(count, sumNanos / NANOS_PER_SECOND, labels);
  }

  void bucket(double le, long countUpTo, Object... labels) {
    line("_bucket", countUpTo, with(labels, number(le)));
  }

  PrometheusText end(long count, double sum, Object... labels) {
    line("_bucket", count, with(labels, "+Inf"));
    line("_sum", sum, labels);
    return line("_count", count, labels);
  }

  String text() {
    return text.toString();
  }

  private PrometheusText family(String name, String type, String help) {
    family = name;
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  private PrometheusText line(String suffix, double value, Object... labels) {
    text.append(family).append(suffix);
    for (int at = 0; at < labels.length; at += 2) {
      text.append(at == 0 ? '{' : ',').append(labels[at]).append("=\"");
      text.append(escaped(labels[at + 1].toString())).append('"');
    }
    text.append(labels.length == 0 ? " " : "} ").append(number(value)).append('\n');
    return this;
  }

  private static Object[] with(Object[] labels, String le) {
    Object[] more = new Object[labels.length + 2];
    System.arraycopy(labels, 0, more, 0, labels.length);
    more[labels.length] = "le";
    more[labels.length + 1] = le;
    return more;
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value).toLowerCase(Locale.ROOT);
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }
}
