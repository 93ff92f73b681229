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
    int number = chance.below(scenario.servers());
    SimServer server = simulation.server(number);
    long ttl = scenario.ttlMillis();
    int kind = scenario.storeForgets() && chance.oneIn(2) ? 9 + chance.below(3) : chance.below(10);
    switch (kind) {
      case 0 -> simulation.replace(number);
      case 1, 2 -> server.stop(chance.spread(20, 10_000) * Schedule.MILLI);
      case 3 -> server.stop(chance.spread(20, scenario.ownershipMillis() * 3) * Schedule.MILLI);
      case 4, 5 ->
          server.cutFromStore(chance.spread(100, scenario.ownershipMillis() * 3) * 1_000_000);
      case 6 -> {
        simulation.replace(0);
        simulation.replace(1);
      }
      case 7 -> simulation.someClient().die();
      case 8 -> {
        simulation.someClient().stop(chance.spread(10, ttl * 3) * Schedule.MILLI);
        simulation.someClient().watches.forEach(Watch::breakOff);
      }
      case 9 -> simulation.store.setWall(scenario.storeForgets() ? 0 : chance.between(-9, 9) << 20);
      case 10 -> simulation.store.backUp();
      default -> {
        if (chance.oneIn(2)) {
          simulation.replace(0);
          simulation.replace(1);
        }
        simulation.store.forget();
      }
    }
    next();
  }
}
