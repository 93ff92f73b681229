package io.tenure.loadtest.speech;

/** The messages to Tenure: an operation and the number of a lease in one message. */
public enum Say {
  /** A frame of renewals: its number is its whole content. */
  RENEW,
  ACQUIRE,
  RELEASE,
  INSPECT,
  WATCH;

  public static final int NUMBERS = 1 << 28;

  private static final Say[] ALL = values();

  public int of(int number) {
    return ordinal() << 28 | number;
  }

  public static Say what(int message) {
    return ALL[message >>> 28];
  }

  public static int number(int message) {
    return message & NUMBERS - 1;
  }
}
