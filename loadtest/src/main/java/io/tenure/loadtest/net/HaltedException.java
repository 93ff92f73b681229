package io.tenure.loadtest.net;

/** Says that the user wants to see the report, but there is nothing yet to go into it. */
public final class HaltedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public HaltedException() {
    super("ended by hand, or by the time of the run, before anything was measured");
  }
}
