package io.tenure.loadtest.report;

/** A condition that had to hold; if it did not, no measurement counts. */
public record Check(String what, long expected, long found) {

  public boolean held() {
    return expected == found;
  }
}
