package io.tenure.client;

import java.time.Duration;
import reactor.core.scheduler.Scheduler;

/**
 * What everything needs that holds something for one client: the calls, the keeper, time, and how
 * persistent to be.
 */
record Holder(Calls calls, Keeper keeper, Scheduler timers, String name, Duration timeout) {

  long now() {
    return keeper.clock.nanos();
  }

  Persistence persistence(Duration patience) {
    return new Persistence(calls, patience, timers);
  }
}
