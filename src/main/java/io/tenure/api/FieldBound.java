package io.tenure.api;

/**
 * The least and the largest that a field of a request may be. {@link RequestBounds} has them all.
 *
 * @param beyond the outcome of a request with a field out of bounds
 */
public record FieldBound(String field, Unit unit, long min, long max, Outcome beyond) {

  /** The unit in which a bound counts. */
  public enum Unit {
    NUMBER("is ", ""),
    MILLIS("is ", ""),
    BYTES("has ", " bytes"),
    CHARACTERS("has ", " characters"),
    ENTRIES("has ", " entries");

    private final String before;
    private final String after;

    Unit(String before, String after) {
      this.before = before;
      this.after = after;
    }

    private String text(long size) {
      return this == MILLIS ? DurationFormatter.of(size) : Long.toString(size);
    }
  }

  static FieldBound number(String field, long min, long max) {
    return new FieldBound(field, Unit.NUMBER, min, max, Outcome.INVALID);
  }

  static FieldBound millis(String field, long min, long max) {
    return new FieldBound(field, Unit.MILLIS, min, max, Outcome.INVALID);
  }

  static FieldBound characters(String field, long min, long max) {
    return new FieldBound(field, Unit.CHARACTERS, min, max, Outcome.INVALID);
  }

  /** Returns {@code size}. Throws, with the remedy, when it is out of bounds. */
  public long check(long size) {
    if (size < min || size > max) {
      throw new InvalidFieldException(
          beyond,
          field,
          unit.before
              + unit.text(size)
              + unit.after
              + "; use "
              + unit.text(min)
              + " to "
              + unit.text(max));
    }
    return size;
  }

  /** Checks the length of a text, which must be valid Unicode. */
  public void check(String text) {
    if (!UnicodeChecks.isText(text)) {
      throw new InvalidFieldException(field, "is not valid Unicode; send it as UTF-8");
    }
    check(text.length());
  }
}
