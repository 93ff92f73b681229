package io.tenure.api;

/**
 * The number of holders that may own a key at once. It is one (exclusive), any number of readers
 * (shared), or up to {@code slots} holders, each with its own slot number.
 */
public record Mode(Kind kind, int slots) {

  /** The three kinds of ownership. */
  public enum Kind {
    EXCLUSIVE,
    SHARED,
    SLOTS
  }

  public static final Mode EXCLUSIVE = new Mode(Kind.EXCLUSIVE, 1);
  public static final Mode SHARED = new Mode(Kind.SHARED, 0);

  public Mode {
    if (kind != Kind.SLOTS && slots != (kind == Kind.EXCLUSIVE ? 1 : 0)) {
      throw new InvalidFieldException("slots", "has a meaning with mode slots only; leave it out");
    }
  }

  public static Mode slots(int count) {
    return new Mode(Kind.SLOTS, count);
  }
}
