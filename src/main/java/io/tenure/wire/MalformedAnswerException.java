package io.tenure.wire;

/** Reports an invalid answer, which no Tenure server gives. */
public final class MalformedAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedAnswerException(String how) {
    super(how, null, false, false);
  }
}
