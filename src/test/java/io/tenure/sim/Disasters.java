package io.tenure.sim;

/** What goes wrong with the machines while faults are on. */
final class Disasters {

  private final Simulation simulation;
  private final Scenario scenario;
  private final Chance chance;

  Disasters(Simulation simulation) {
    this.simulation = simulation;
    scenario = simulation.scenario;
    chance = simulation.chance;
  }

  void begin() {
    if (scenario.disasterEveryNanos() < scenario.calmFromNanos()) {
      next();
    }
  }

  private void next() {
    long every = scenario.disasterEveryNanos();
    simulation.schedule.after(chance.spread(every / 10 + 1, every * 2), this::strike);
  }

  private void strike() {
    if (simulation.schedule.now() >= scenario.calmFromNanos()) {
      return;
    }
    switch (scenario.strain()) {
      case NONE -> strikeAtRandom();
      case CRASHES_IN_OUTAGES -> {
        simulation.store.goAway(chance.spread(500, 4_000) * Schedule.MILLI);
        simulation.schedule.after(aMomentNanos(), simulation::replaceAll);
      }
      case FORGETS_WHILE_SLOW -> {
        simulation.store.slowDown(chance.spread(1_000, 4_000) * Schedule.MILLI);
        simulation.schedule.after(aMomentNanos(), simulation.store::forget);
      }
    }
    next();
  }

  private long aMomentNanos() {
    return chance.between(10, 600) * Schedule.MILLI;
  }

  private void strikeAtRandom() {
    int number = chance.below(scenario.servers());
    SimServer server = simulation.server(number);
    long ttl = scenario.ttlMillis();
    int kind = scenario.storeForgets() && chance.oneIn(2) ? 14 + chance.below(2) : chance.below(14);
    switch (kind) {
      case 0 -> simulation.replace(number);
      case 1 -> server.stop(chance.spread(20, 10_000) * Schedule.MILLI, false);
      case 2 -> server.stop(chance.between(20, 60) * Schedule.MILLI, false);
      case 3 -> server.stop(aroundATermNanos(), false);
      case 4, 5 -> server.cutFromStore(aroundATermNanos());
      case 6 -> simulation.replaceAll();
      case 7 -> simulation.someClient().die();
      case 8 -> {
        simulation.someClient().stop(chance.spread(10, ttl * 3) * Schedule.MILLI);
        simulation.someClient().watches.forEach(Watch::breakOff);
      }
      case 9 ->
          simulation.setWall(scenario.storeForgets() ? 0 : (chance.between(-9, 9) << 20) * 1_000);
      case 10 -> server.stop(aroundATermNanos(), true);
      case 11 -> simulation.letGo(number);
      case 12 -> simulation.store.goAway(chance.spread(100, 60_000) * Schedule.MILLI);
      case 13 -> simulation.store.slowDown(chance.spread(100, 20_000) * Schedule.MILLI);
      case 14 -> simulation.store.backUp();
      default -> forget();
    }
  }

  private long aroundATermNanos() {
    return chance.spread(20, scenario.termMillis() * 3) * Schedule.MILLI;
  }

  /** Either the servers have it all in memory, or nobody has. */
  private void forget() {
    if (chance.oneIn(2)) {
      simulation.replaceAll();
    }
    simulation.store.forget();
  }
}
