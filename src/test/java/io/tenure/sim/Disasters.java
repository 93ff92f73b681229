package io.tenure.sim;

/** Causes failures of the machines while faults are on. */
final class Disasters {

  private static final String EPOCH_OF_2100 = "2524608000";

  private final Simulation simulation;
  private final Scenario scenario;
  private final Chance chance;

  Disasters(Simulation simulation) {
    this.simulation = simulation;
    scenario = simulation.scenario;
    chance = simulation.chance;
  }

  void begin() {
    if (scenario.strain() == Strain.PROMISE_FORGOTTEN) {
      simulation.store.promises.whenPromised(this::forgetPromise);
    } else if (simulation.strikes()) {
      next();
    }
  }

  private void next() {
    simulation.schedule.after(pauseNanos(), this::strike);
  }

  private long pauseNanos() {
    long term = scenario.effectiveOwnershipMillis() * Schedule.MILLI;
    if (scenario.strain() == Strain.LOSSES) {
      return chance.between(5, 40) * term / 10;
    } else if (scenario.strain().overLosses) {
      return chance.between(2, 8) * term;
    }
    long every = scenario.disasterEveryNanos();
    return chance.spread(every / 10 + 1, every * 2);
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
      case TAKEOVER -> takeOverThen(simulation.store::loseTail);
      case LATE_ADVANCE -> holdUpAdvance();
      case FAIL_BACK -> takeOverThen(simulation.store::failOverAndBack);
      case CLOCKS_APART -> takeOverThen(simulation.store::loseTail);
      case SETTINGS_CHANGED -> takeOverThen(simulation.store::changeSettings);
      case RELAXED_LEAVE -> relaxedLeave();
      case LOSSES -> strikeWithLosses();
      case CLOCK_GONE_MAD -> clockGoesMad();
      case HELD_UP_OFTEN, PROMISE_FORGOTTEN -> {
        // The first happens at readings of the clock, the second at promises.
      }
    }
    next();
  }

  /** Mostly after the successor has taken the shard and granted something. */
  private void takeOverThen(Runnable loss) {
    long term = ownershipNanos();
    simulation.server(chance.below(scenario.servers())).cutFromStore(term + tenths(0, 20, term));
    simulation.schedule.after(
        term * 11 / 10 + chance.between(0, term * 3 / 2),
        () -> {
          if (simulation.faultsOn()) {
            loss.run();
          }
        });
  }

  /** A fail-over makes the owners advance. */
  private void holdUpAdvance() {
    SimStore store = simulation.store;
    long lossNanos = tenths(14, 30, ownershipNanos());
    store.failOver();
    store.holdUpAdvance(
        simulation.server(chance.below(scenario.servers())), lossNanos + aMomentNanos());
    simulation.schedule.after(
        lossNanos,
        () -> {
          if (simulation.faultsOn()) {
            store.loseTail();
          }
        });
  }

  private void forgetPromise(int owner) {
    simulation.schedule.after(
        chance.spread(1, scenario.effectiveOwnershipMillis() * 3 / 2) * Schedule.MILLI,
        () -> {
          if (simulation.faultsOn() && chance.oneIn(2)) {
            simulation.store.loseTail();
            simulation.replace(owner);
          }
        });
  }

  private void relaxedLeave() {
    int number = chance.below(scenario.servers());
    long cut = tenths(8, 14, ownershipNanos());
    simulation.server(number).cutFromStore(cut);
    simulation.schedule.after(
        cut + chance.between(50, 2_500) * Schedule.MILLI, () -> simulation.letGo(number));
  }

  private void strikeWithLosses() {
    int number = chance.below(scenario.servers());
    SimServer server = simulation.server(number);
    SimStore store = simulation.store;
    long term = ownershipNanos();
    switch (chance.below(14)) {
      case 0 -> simulation.replace(number);
      case 1 -> server.stop(chance.spread(20, 10_000) * Schedule.MILLI, false);
      case 2 -> server.stop(tenths(5, 20, term), chance.oneIn(2));
      case 3, 4 -> server.cutFromStore(tenths(5, 20, term));
      case 5 -> simulation.replaceAll();
      case 6 -> simulation.letGo(number);
      case 7 -> store.goAway(chance.spread(100, 6_000) * Schedule.MILLI);
      case 8 -> store.slowDown(chance.spread(100, 5_000) * Schedule.MILLI);
      case 9 -> store.backUp();
      case 10 -> store.forget();
      case 11 -> store.failOver();
      case 12 -> store.failOverAndBack();
      default -> {
        store.forget();
        simulation.schedule.after(
            chance.between(1, 1_500) * Schedule.MILLI,
            () -> {
              if (simulation.faultsOn()) {
                store.forget();
              }
            });
      }
    }
  }

  /** Sets the clock beyond the largest epoch, far ahead, or far behind. */
  private void clockGoesMad() {
    long[] years = {-40, -1, 1, 30, 100};
    long yearMillis = 365L * 86_400_000;
    if (chance.oneIn(3)) {
      claimMadly();
    }
    simulation.store.setClock(years[chance.below(years.length)] * yearMillis);
    simulation.schedule.after(tenths(1, 15, ownershipNanos()), () -> simulation.store.setClock(0));
    simulation.replace(chance.below(scenario.servers()));
  }

  /**
   * Writes an epoch of the year 2100, as a server of an older build did: it knew no largest epoch.
   */
  private void claimMadly() {
    SimStore store = simulation.store;
    store.losing(
        () -> {
          for (int shard = 0; shard < scenario.shards(); shard++) {
            store.setField(shard, "epoch", EPOCH_OF_2100);
          }
        });
  }

  private long ownershipNanos() {
    return scenario.effectiveOwnershipMillis() * Schedule.MILLI;
  }

  private long tenths(int least, int most, long nanos) {
    return nanos * chance.between(least, most) / 10;
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
      case 3 -> server.stop(aroundAnOwnershipNanos(), false);
      case 4, 5 -> server.cutFromStore(aroundAnOwnershipNanos());
      case 6 -> simulation.replaceAll();
      case 7 -> simulation.someClient().die();
      case 8 -> {
        simulation.someClient().stop(chance.spread(10, ttl * 3) * Schedule.MILLI);
        simulation.someClient().watches.forEach(Watch::breakOff);
      }
      case 9 ->
          simulation.setWall(scenario.storeForgets() ? 0 : (chance.between(-9, 9) << 20) * 1_000);
      case 10 -> server.stop(aroundAnOwnershipNanos(), true);
      case 11 -> simulation.letGo(number);
      case 12 -> simulation.store.goAway(chance.spread(100, 60_000) * Schedule.MILLI);
      case 13 -> simulation.store.slowDown(chance.spread(100, 20_000) * Schedule.MILLI);
      case 14 -> simulation.store.backUp();
      default -> forget();
    }
  }

  private long aroundAnOwnershipNanos() {
    return chance.spread(20, scenario.effectiveOwnershipMillis() * 3) * Schedule.MILLI;
  }

  /** Either the servers still have all data in memory, or no server has. */
  private void forget() {
    if (chance.oneIn(2)) {
      simulation.replaceAll();
    }
    simulation.store.forget();
  }
}
