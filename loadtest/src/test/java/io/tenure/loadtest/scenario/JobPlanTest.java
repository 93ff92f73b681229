package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.scenario.JobPlan.Step;
import io.tenure.loadtest.speech.Say;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobPlanTest {

  private static final long TTL_NANOS = 1_000_000_000;

  @Test
  void theSameSeedMeansTheSameDay() {
    assertEquals(steps(plan()), steps(plan()));
  }

  @Test
  void everyJobIsClaimedOnceAndReleasedUnlessItsWorkerCrashes() {
    JobPlan plan = plan();
    List<Step> steps = steps(plan);

    assertEquals(plan.jobs(), count(steps, Say.ACQUIRE));
    assertEquals(plan.jobs() - plan.crashes(), count(steps, Say.RELEASE));
    assertTrue(plan.crashes() > 0 && plan.crashes() < plan.jobs() / 5);
  }

  @Test
  void nobodyComesLaterThanAThirdOfTheTtl() {
    JobPlan plan = plan();
    long[] last = new long[plan.jobs()];
    for (Step step : steps(plan)) {
      assertTrue(
          step.what() == Say.ACQUIRE || step.atNanos() - last[step.job()] <= TTL_NANOS / 3 + 1);
      last[step.job()] = step.atNanos();
    }
  }

  private static JobPlan plan() {
    return new JobPlan(200, 5, TTL_NANOS / 1_000_000, 42);
  }

  private static long count(List<Step> steps, Say what) {
    return steps.stream().filter(step -> step.what() == what).count();
  }

  private static List<Step> steps(JobPlan plan) {
    List<Step> steps = new ArrayList<>();
    for (Step step = plan.next(); step != null; step = plan.next()) {
      steps.add(step);
    }
    return steps;
  }
}
