package io.tenure.api;

/**
 * What became of one renewal, as a number, so that a renewal allocates nothing: above 0 the
 * milliseconds for which the tenure is valid, else one of these codes.
 */
public final class RenewalCode {

  /**
   * Neither success nor failure: not certain before the store has answered, or before the end of a
   * tenure that has nothing left is judged.
   */
  public static final long PENDING = 0;

  public static final long UNKNOWN = -1;
  public static final long EXPIRED = -2;
  public static final long RELEASED = -3;
  public static final long BROKEN = -4;
  public static final long TRANSFERRED = -5;
  public static final long SESSION_BOUND = -6;

  /** The shard is not owned by this server at the moment; nothing was renewed. */
  public static final long ELSEWHERE = -101;

  /** Too much waits already; nothing was renewed. */
  public static final long BUSY = -102;

  private RenewalCode() {}
}
