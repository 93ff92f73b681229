package io.tenure.api;

/** Reports invalid input, with the name of the field and the remedy. */
public final class InvalidFieldException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String remedy;

  public InvalidFieldException(String field, String remedy) {
    this.field = field;
    this.remedy = remedy;
  }

  @Override
  public String getMessage() {
    return field + " " + remedy;
  }

  public String field() {
    return field;
  }

  public String remedy() {
    return remedy;
  }
}
