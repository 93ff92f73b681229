package io.tenure.api;

/**
 * The result of one renewal as a number, so that a renewal allocates nothing. A result above 0 is
 * the time in milliseconds for which the tenure is valid; any other is one of these codes.
 */
public final class RenewalCode {

  /**
   * Neither success nor failure. The result is not certain before the store has answered, or before
   * the shard decides about the end of a tenure that has no time left.
   */
  public static final long PENDING = 0;

  public static final long NOT_FOUND = -1;
  public static final long EXPIRED = -2;
  public static final long RELEASED = -3;
  public static final long BROKEN = -4;
  public static final long TRANSFERRED = -5;
  public static final long SESSION_BOUND = -6;

  /** This server does not own the shard at the moment; nothing was renewed. */
  public static final long ELSEWHERE = -101;

  /** Too many requests wait already; nothing was renewed. */
  public static final long BUSY = -102;

  private RenewalCode() {}
}
