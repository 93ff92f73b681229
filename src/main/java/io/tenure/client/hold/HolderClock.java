package io.tenure.client.hold;

/**
 * Real time as a holder must count it: only forward, at the rate of real time. It goes on while the
 * machine is suspended. Any thread may read it.
 */
public interface HolderClock {

  long nanos();
}
