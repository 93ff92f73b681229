package io.tenure.loadtest.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/** Maps values to positions on an axis, and chooses its ticks. */
record Axis(double low, double high, boolean log) {

  private static final int TICKS = 5;

  static Axis over(Stream<Double> values, boolean log) {
    DoubleSummaryStatistics all = values.mapToDouble(Double::doubleValue).summaryStatistics();
    if (!log) {
      double step = step(all.getMax());
      return new Axis(
          Math.min(0, all.getMin()), Math.max(step, step * Math.ceil(all.getMax() / step)), false);
    }
    double low = Math.pow(10, Math.floor(Math.log10(all.getMin())));
    double high = Math.pow(10, Math.ceil(Math.log10(all.getMax())));
    return new Axis(low, high > low ? high : 10 * low, true);
  }

  double share(double value) {
    double share =
        log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return Math.max(0, Math.min(1, share));
  }

  List<Plot.Tick> within(List<Plot.Tick> ticks) {
    return ticks.stream().filter(tick -> tick.value() >= low && tick.value() <= high).toList();
  }

  List<Plot.Tick> ticks() {
    List<Plot.Tick> ticks = new ArrayList<>();
    if (log) {
      for (double value = low; value <= high * 1.001; value *= 10) {
        ticks.add(new Plot.Tick(value, Numbers.brief(value)));
      }
    } else {
      double step = step(high);
      for (double value = low; value <= high * 1.001; value += step) {
        ticks.add(new Plot.Tick(value, Numbers.brief(value)));
      }
    }
    return ticks;
  }

  /** 1, 2 or 5 times a power of ten, for about five ticks. */
  private static double step(double high) {
    if (high <= 0) {
      return 1;
    }
    double rough = high / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double times = rough / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
  }
}
