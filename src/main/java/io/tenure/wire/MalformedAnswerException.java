package io.tenure.wire;

/** What came is no answer of a Tenure server. */
public final class MalformedAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedAnswerException(String how) {
    super(how, null, false, false);
  }
}
