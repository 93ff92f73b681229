package io.tenure.fault;

import java.util.Map;

/**
 * A fault under load, with its permitted cost: new leases must be granted again within {@code
 * recoveryMillisMost}. Only a fault that {@code mayLose} has an excuse for lost leases.
 */
record Fault(
    String name,
    Stage.House house,
    int servers,
    Map<String, String> settings,
    long homeTtlMillis,
    long recoveryMillisMost,
    boolean mayLose,
    Strike strike) {

  /** Causes the fault, waits until it is over, and reports when it happened. */
  interface Strike {
    Struck on(Stage stage);
  }

  /** Longer than any fault lasts: the loss of one of these leases is an error of the server. */
  static final long HOME_TTL_MILLIS = 60_000;

  static Fault of(String name, Stage.House house, long recoveryMillisMost, Strike strike) {
    return new Fault(name, house, 1, Map.of(), HOME_TTL_MILLIS, recoveryMillisMost, false, strike);
  }

  static Fault ofTwo(String name, long recoveryMillisMost, Strike strike) {
    return of(name, Stage.House.REDIS, recoveryMillisMost, strike).withServers(2);
  }

  Fault withServers(int count) {
    return new Fault(
        name, house, count, settings, homeTtlMillis, recoveryMillisMost, mayLose, strike);
  }

  /** Adds settings of the servers to the usual ones. */
  Fault withSettings(Map<String, String> more) {
    return new Fault(
        name, house, servers, more, homeTtlMillis, recoveryMillisMost, mayLose, strike);
  }

  /**
   * The number of replicas that each acknowledgement waits for; at least one where replicas are.
   */
  int replicas() {
    return Math.max(1, Integer.parseInt(settings.getOrDefault("replicas", "0")));
  }

  Fault withHomeTtl(long millis) {
    return new Fault(name, house, servers, settings, millis, recoveryMillisMost, mayLose, strike);
  }

  /** Permits the strike to excuse the loss of what it says. */
  Fault losing() {
    return new Fault(
        name, house, servers, settings, homeTtlMillis, recoveryMillisMost, true, strike);
  }

  /** Whether a shard may be in doubt: Redis loses something, or another Redis answers. */
  boolean mayDoubt() {
    return mayLose || house == Stage.House.REPLICATED || house == Stage.House.ANNOUNCED;
  }

  /** The widest excuse that the strike may report. */
  Excuse widestExcuse() {
    return mayLose ? Excuse.WIDEST : Excuse.NONE;
  }
}
