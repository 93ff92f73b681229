package io.tenure.loadtest.speech;

/**
 * The terms of the leases to acquire.
 *
 * @param prefix of their keys, before their number
 * @param ttlMillis of each
 * @param batch renewals in one frame
 * @param untilNanos the moment at which all shall end, without renewals, instead of a ttl that is
 *     the same for all; 0 for none
 */
public record Terms(String prefix, long ttlMillis, int batch, long untilNanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long TTL_MILLIS_MIN = 100;

  public Terms(String prefix, long ttlMillis) {
    this(prefix, ttlMillis, 1, 0);
  }

  public Terms withPrefix(String wanted) {
    return new Terms(wanted, ttlMillis, batch, untilNanos);
  }

  public Terms withBatch(int wanted) {
    return new Terms(prefix, ttlMillis, wanted, untilNanos);
  }

  public Terms until(long nanos) {
    return new Terms(prefix, ttlMillis, batch, nanos);
  }

  long ttlMillisNow() {
    return untilNanos == 0
        ? ttlMillis
        : Math.max(TTL_MILLIS_MIN, (untilNanos - System.nanoTime()) / NANOS_PER_MILLI);
  }
}
