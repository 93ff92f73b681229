package io.tenure.sim;

/** Carries messages; while faults are on it loses, duplicates, delays and thereby reorders them. */
final class SimNetwork {

  private final Schedule schedule;
  private final Chance chance;
  private final Scenario scenario;

  SimNetwork(Schedule schedule, Chance chance, Scenario scenario) {
    this.schedule = schedule;
    this.chance = chance;
    this.scenario = scenario;
  }

  void carry(Runnable arrival) {
    if (schedule.now() < scenario.calmFromNanos()) {
      if (chance.percent(scenario.lostPercent())) {
        return;
      }
      if (chance.percent(scenario.doubledPercent())) {
        schedule.after(delayNanos(), arrival);
      }
    }
    schedule.after(delayNanos(), arrival);
  }

  long delayNanos() {
    if (schedule.now() < scenario.calmFromNanos() && chance.percent(scenario.latePercent())) {
      return chance.spread(Schedule.MILLI, scenario.lateNanosMax());
    }
    return chance.between(50_000, 2 * Schedule.MILLI);
  }
}
