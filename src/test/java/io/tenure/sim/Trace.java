package io.tenure.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records a run as a number, which is the same for the same run, and on demand in words. */
final class Trace {

  private static final int LINES_MAX = 400_000;

  /** As many lines as a person reads; more on demand. */
  private static final int SHOWN_MAX = Integer.getInteger("sim.lines", 40);

  private record Line(long nanos, @Nullable Object about, String text) {}

  private final boolean inWords;
  private final ArrayDeque<Line> lines = new ArrayDeque<>();
  private long hash = 17;

  Trace(boolean inWords) {
    this.inWords = inWords;
  }

  void note(long now, long what, long detail) {
    hash = (hash * 31 + now) * 31 + what * 0x9e3779b97f4a7c15L + detail;
  }

  void line(long now, @Nullable Object about, Supplier<String> text) {
    if (inWords) {
      if (lines.size() == LINES_MAX) {
        lines.removeFirst();
      }
      lines.add(new Line(now, about, text.get()));
    }
  }

  long hash() {
    return hash;
  }

  /** The last lines about {@code wanted}, and those about all clients. */
  String about(@Nullable Object wanted) {
    List<String> shown = new ArrayList<>();
    var latest = lines.descendingIterator();
    while (latest.hasNext() && shown.size() < SHOWN_MAX) {
      Line line = latest.next();
      if (line.about == null || wanted == null || line.about.equals(wanted)) {
        shown.add(0, String.format("  %15.6f s  %s", line.nanos / 1e9, line.text));
      }
    }
    return String.join("\n", shown);
  }
}
