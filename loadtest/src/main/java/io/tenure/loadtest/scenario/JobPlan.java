package io.tenure.loadtest.scenario;

import io.tenure.loadtest.speech.Say;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The plan of a day's workers, fixed by its seed before the day begins. */
final class JobPlan {

  /** {@code atNanos}: since the beginning of the day. */
  record Step(long atNanos, int job, Say what) implements Comparable<Step> {
    @Override
    public int compareTo(Step other) {
      return Long.compare(atNanos, other.atNanos);
    }
  }

  private static final double SECOND = 1e9;

  /** In parts of a ttl: the average time of the work, and the interval of its renewals. */
  private static final double WORK = 1.5;

  private static final double RENEWED = 1.0 / 3;
  private static final double CRASHES = 0.1;
  private static final long AGAIN_NANOS = 5_000_000;

  private final double perSecond;
  private final long ttlNanos;
  private final long[] endNanos;
  private final boolean[] crash;
  private final PriorityQueue<Step> steps = new PriorityQueue<>();

  JobPlan(double perSecond, double seconds, long ttlMillis, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.perSecond = perSecond;
    ttlNanos = ttlMillis * 1_000_000;
    int jobs = Math.max(1, (int) (perSecond * seconds));
    endNanos = new long[jobs];
    crash = new boolean[jobs];
    double at = 0;
    for (int job = 0; job < jobs; job++) {
      at += -Math.log(1 - random.nextDouble()) * SECOND / perSecond;
      endNanos[job] = (long) (at - Math.log(1 - random.nextDouble()) * WORK * ttlNanos);
      crash[job] = random.nextDouble() < CRASHES;
      steps.add(new Step((long) at, job, Say.ACQUIRE));
    }
  }

  double perSecond() {
    return perSecond;
  }

  int jobs() {
    return crash.length;
  }

  int crashes() {
    int count = 0;
    for (boolean one : crash) {
      count += one ? 1 : 0;
    }
    return count;
  }

  boolean crashes(int job) {
    return crash[job];
  }

  /** The next of all; null when the day is over. */
  @Nullable Step next() {
    Step step = steps.poll();
    if (step != null && step.what() != Say.RELEASE) {
      follow(step);
    }
    return step;
  }

  /** Its worker does not know yet that it has the job: it looks again soon. */
  void postpone(Step step) {
    steps.removeIf(next -> next.job() == step.job());
    steps.add(new Step(step.atNanos() + AGAIN_NANOS, step.job(), step.what()));
  }

  /** Plans a renewal, or the end; a worker that crashes does nothing more. */
  private void follow(Step step) {
    long renewal = step.atNanos() + (long) (RENEWED * ttlNanos);
    if (renewal < endNanos[step.job()]) {
      steps.add(new Step(renewal, step.job(), Say.RENEW));
    } else if (!crash[step.job()]) {
      steps.add(new Step(renewal, step.job(), Say.RELEASE));
    }
  }
}
