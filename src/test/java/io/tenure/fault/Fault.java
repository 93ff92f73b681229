package io.tenure.fault;

/**
 * Something that goes wrong under load, with what it may cost: new leases must be granted again
 * within {@code recoveryMillisMost}.
 */
record Fault(
    String name,
    Stage.House house,
    int servers,
    long homeTtlMillis,
    long recoveryMillisMost,
    Excuse excuse,
    Strike strike) {

  /** Does it, waits until it is over, and says when it was. */
  interface Strike {
    Struck on(Stage stage);
  }

  /** Longer than any fault lasts: whoever loses one of these leases was robbed. */
  static final long HOME_TTL_MILLIS = 60_000;

  static Fault of(String name, Stage.House house, long recoveryMillisMost, Strike strike) {
    return new Fault(name, house, 1, HOME_TTL_MILLIS, recoveryMillisMost, Excuse.NONE, strike);
  }

  static Fault ofTwo(String name, long recoveryMillisMost, Strike strike) {
    return new Fault(
        name, Stage.House.REDIS, 2, HOME_TTL_MILLIS, recoveryMillisMost, Excuse.NONE, strike);
  }

  Fault excused(Excuse granted, long shorterHomeTtlMillis) {
    return new Fault(
        name, house, servers, shorterHomeTtlMillis, recoveryMillisMost, granted, strike);
  }
}
