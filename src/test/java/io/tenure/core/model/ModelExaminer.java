package io.tenure.core.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the lease table with the naive model over one run of random steps. */
public final class ModelExaminer {
  private static final int SHOWN_STEPS = 30;
  private static final int SHOWN_LINES_MAX = 400;

  private ModelExaminer() {}

  /** Returns null when all agrees, else the first disagreement. */
  public static @Nullable String examine(long seed, int steps) {
    ModelRun.Failure failure = ModelRun.take(seed, steps, new BitSet(), line -> {});
    return failure == null ? null : describe(seed, steps, failure, new BitSet());
  }

  /**
   * Does the same, and adds the shortest run to the disagreement that is found within {@code
   * shrinkMillis}.
   */
  static @Nullable String examineAndShrink(long seed, int steps, long shrinkMillis) {
    ModelRun.Failure failure = ModelRun.take(seed, steps, new BitSet(), line -> {});
    if (failure == null) {
      return null;
    }
    long untilNanos = System.nanoTime() + shrinkMillis * 1_000_000;
    BitSet leftOut = shrink(seed, failure.step() + 1, kind(failure), untilNanos);
    ModelRun.Failure shortest = ModelRun.take(seed, failure.step() + 1, leftOut, line -> {});
    return describe(seed, steps, shortest == null ? failure : shortest, leftOut)
        + "\nbefore steps were dropped: step "
        + failure.step()
        + ": "
        + failure.disagreement().getMessage();
  }

  /**
   * The kind of the disagreement without its objects: it stays the same while steps are dropped.
   */
  private static String kind(ModelRun.@Nullable Failure failure) {
    return failure == null
        ? ""
        : String.valueOf(failure.disagreement().getMessage()).split("[|:]", 2)[0];
  }

  /** Drops smaller and smaller groups of steps while the same kind of disagreement remains. */
  private static BitSet shrink(long seed, int steps, String kind, long untilNanos) {
    BitSet leftOut = new BitSet();
    for (int stretch = Math.max(1, steps / 2); stretch >= 1; stretch /= 2) {
      for (int from = 0; from < steps; from += stretch) {
        if (System.nanoTime() - untilNanos >= 0) {
          return leftOut;
        }
        BitSet attempt = (BitSet) leftOut.clone();
        attempt.set(from, Math.min(from + stretch, steps));
        if (!attempt.equals(leftOut)
            && kind.equals(kind(ModelRun.take(seed, steps, attempt, line -> {})))) {
          leftOut = attempt;
        }
      }
    }
    return leftOut;
  }

  private static String describe(long seed, int steps, ModelRun.Failure failure, BitSet leftOut) {
    Deque<String> lines = new ArrayDeque<>();
    int[] calls = new int[1];
    ModelRun.take(
        seed,
        failure.step() + 1,
        leftOut,
        line -> {
          calls[0] += line.startsWith(" ") ? 0 : 1;
          lines.add(line);
          while (lines.size() > SHOWN_LINES_MAX) {
            lines.remove();
          }
        });
    int skipped = Math.max(0, calls[0] - SHOWN_STEPS);
    String last = String.join("\n", lastCalls(lines, calls[0], skipped));
    Throwable cause = failure.disagreement().getCause();
    return "seed "
        + seed
        + ", step "
        + failure.step()
        + " ("
        + (failure.step() + 1 - leftOut.get(0, failure.step() + 1).cardinality())
        + " steps needed): "
        + failure.disagreement().getMessage()
        + (cause == null ? "" : "\n" + String.join("\n", frames(cause)))
        + "\n"
        + last
        + "\nreplay: ./mvnw -q test -Dtest=LeaseTableModelTest -Dmodel.seed="
        + seed
        + (steps == LeaseTableModelTest.STEPS ? "" : " -Dmodel.steps=" + steps);
  }

  private static List<String> frames(Throwable cause) {
    return Arrays.stream(cause.getStackTrace()).limit(8).map(frame -> "  at " + frame).toList();
  }

  /** The lines of the last calls, with all that was written in them. */
  private static List<String> lastCalls(Deque<String> lines, int calls, int skipped) {
    List<String> all = new ArrayList<>(lines);
    int kept = 0;
    int from = all.size();
    while (from > 0 && kept < calls - skipped) {
      from--;
      kept += all.get(from).startsWith(" ") ? 0 : 1;
    }
    return all.subList(from, all.size());
  }
}
