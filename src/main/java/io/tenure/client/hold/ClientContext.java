package io.tenure.client.hold;

import io.tenure.client.calls.LeaseCalls;
import java.time.Duration;
import reactor.core.scheduler.Scheduler;

/**
 * What everything needs that holds something for one client: the calls, the keeper, time, and how
 * persistent to be.
 */
public record ClientContext(
    LeaseCalls calls, Keeper keeper, Scheduler timers, String name, Duration timeout) {

  long now() {
    return keeper.clock.nanos();
  }

  public RetryPolicy persistence(Duration patience) {
    return new RetryPolicy(calls, patience, timers);
  }
}
