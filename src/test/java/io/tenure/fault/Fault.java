package io.tenure.fault;

import java.util.Map;

/**
 * Something that goes wrong under load, with what it may cost: new leases must be granted again
 * within {@code recoveryMillisMost}.
 */
record Fault(
    String name,
    Stage.House house,
    int servers,
    Map<String, String> settings,
    long homeTtlMillis,
    long recoveryMillisMost,
    Strike strike) {

  /** Does it, waits until it is over, and says when it was. */
  interface Strike {
    Struck on(Stage stage);
  }

  /** Longer than any fault lasts: whoever loses one of these leases was robbed. */
  static final long HOME_TTL_MILLIS = 60_000;

  static Fault of(String name, Stage.House house, long recoveryMillisMost, Strike strike) {
    return new Fault(name, house, 1, Map.of(), HOME_TTL_MILLIS, recoveryMillisMost, strike);
  }

  static Fault ofTwo(String name, long recoveryMillisMost, Strike strike) {
    return of(name, Stage.House.REDIS, recoveryMillisMost, strike).withServers(2);
  }

  Fault withServers(int count) {
    return new Fault(name, house, count, settings, homeTtlMillis, recoveryMillisMost, strike);
  }

  /** Of the servers, beyond the usual. */
  Fault withSettings(Map<String, String> more) {
    return new Fault(name, house, servers, more, homeTtlMillis, recoveryMillisMost, strike);
  }

  /** Each acknowledgement waits for so many; there is one at least where replicas are. */
  int replicas() {
    return Math.max(1, Integer.parseInt(settings.getOrDefault("replicas", "0")));
  }

  Fault withHomeTtl(long millis) {
    return new Fault(name, house, servers, settings, millis, recoveryMillisMost, strike);
  }
}
