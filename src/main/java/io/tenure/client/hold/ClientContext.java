package io.tenure.client.hold;

import io.tenure.client.calls.LeaseCalls;
import java.time.Duration;
import reactor.core.scheduler.Scheduler;

/** The shared parts of one client: its calls, its keeper, its clock, and its retry policy. */
public record ClientContext(
    LeaseCalls calls, Keeper keeper, Scheduler timers, String name, Duration timeout) {

  long now() {
    return keeper.clock.nanos();
  }

  public RequestRetrier persistence(Duration patience) {
    return new RequestRetrier(calls, patience, timers);
  }
}
