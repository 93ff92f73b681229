package io.tenure.client;

import java.time.Duration;

/** One leadership: from an election won to its end. */
public final class Leadership {

  private final String election;
  private final Lease lease;

  public Leadership(String election, Lease lease) {
    this.election = election;
    this.lease = lease;
  }

  public String election() {
    return election;
  }

  /** The fencing token, larger in every later term: send it along with every write. */
  public long token() {
    return lease.token();
  }

  /**
   * Whether this candidate leads, now. The call costs nothing; see {@link Lease} for what it cannot
   * promise.
   */
  public boolean isLeader() {
    return lease.isSafe();
  }

  /** Returns if the leadership is safe for at least this long. */
  public void ensure(Duration minRemaining) {
    lease.ensure(minRemaining);
  }

  /** The lease that carries the leadership: to follow its states, to hand it on, to resign. */
  public Lease lease() {
    return lease;
  }

  @Override
  public String toString() {
    return "Term[election=" + election + ", token=" + token() + "]";
  }
}
