package io.tenure.api;

/**
 * Refuses a field of the input, with its name and the remedy. The outcome is {@link
 * Outcome#INVALID}, unless the field has one of its own.
 */
public final class InvalidFieldException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final Outcome outcome;
  private final String field;
  private final String remedy;

  public InvalidFieldException(String field, String remedy) {
    this(Outcome.INVALID, field, remedy);
  }

  InvalidFieldException(Outcome outcome, String field, String remedy) {
    this.outcome = outcome;
    this.field = field;
    this.remedy = remedy;
  }

  @Override
  public String getMessage() {
    return field + " " + remedy;
  }

  public Outcome outcome() {
    return outcome;
  }

  public String field() {
    return field;
  }

  public String remedy() {
    return remedy;
  }
}
