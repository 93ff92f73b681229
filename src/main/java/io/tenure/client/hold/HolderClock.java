package io.tenure.client.hold;

/**
 * Real time as a holder must count it: only ever forward, at the rate of real time, and onward
 * while the machine is suspended. May be read by any thread.
 */
public interface HolderClock {

  long nanos();
}
