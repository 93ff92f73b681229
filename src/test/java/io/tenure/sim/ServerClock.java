package io.tenure.sim;

import io.tenure.shard.loop.Clock;
import java.util.Map;
import java.util.TreeMap;

/**
 * The clocks of a server's machine. While the machine is suspended, the monotonic clock stands
 * still. The process may be held up at every reading, and much may happen before it goes on.
 */
final class ServerClock implements Clock {

  /** 2025-01-01. */
  static final long WALL_START_MILLIS = 1_735_689_600_000L;

  /** The rounding error of a clock that runs too fast or too slow, in both directions. */
  private static final long ROUNDING_NANOS = 1_000;

  private final Simulation simulation;
  private final SimServer server;
  private final HolderClock clock;
  private long suspendedNanos;

  /** The total time of suspensions, by the running time of the machine. */
  private final TreeMap<Long, Long> suspensions = new TreeMap<>();

  private long readNanos;
  private long readsLeft;

  ServerClock(Simulation simulation, SimServer server) {
    this.simulation = simulation;
    this.server = server;
    clock = new HolderClock(simulation.chance);
    readsLeft = someReads();
  }

  @Override
  public long nanos() {
    mayBeHeldUp();
    return clock.nanos(simulation.schedule.now() - suspendedNanos);
  }

  @Override
  public long wallMillis() {
    mayBeHeldUp();
    readNanos = simulation.schedule.now();
    return WALL_START_MILLIS + readNanos / Schedule.MILLI + simulation.wallShiftMillis();
  }

  /**
   * The true instant of the last reading of real time, which begins with the wall clock: a
   * suspension after that is a delay after the reading.
   */
  long readNanos() {
    return readNanos;
  }

  /** The true instant at which the clock showed this, without the suspensions since. */
  long trueTime(long nanos) {
    return Math.min(simulation.schedule.now(), clock.trueTime(nanos) + suspendedNanos);
  }

  /** The earliest true instant at which the clock showed this. */
  long firstTime(long nanos) {
    long ran = clock.trueTime(nanos);
    Map.Entry<Long, Long> before = suspensions.lowerEntry(ran - ROUNDING_NANOS);
    return ran + (before == null ? 0 : before.getValue());
  }

  void suspended(long nanos) {
    suspendedNanos += nanos;
    if (nanos > 0) {
      suspensions.put(simulation.schedule.now() - suspendedNanos, suspendedNanos);
    }
  }

  private void mayBeHeldUp() {
    if (--readsLeft < 0) {
      readsLeft = someReads();
      server.heldUp();
    }
  }

  private long someReads() {
    return simulation.scenario.heldUpEveryReads() == 0
        ? Long.MAX_VALUE
        : simulation.chance.spread(1, simulation.scenario.heldUpEveryReads());
  }
}
