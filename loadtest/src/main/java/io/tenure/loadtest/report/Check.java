package io.tenure.loadtest.report;

/** What had to be so, or nothing that was measured counts. */
public record Check(String what, long expected, long found) {

  public boolean held() {
    return expected == found;
  }
}
