package io.tenure.cli;

import io.tenure.client.Validity;

/** For how long something is good, in words. */
final class Validities {

  private static final String WITH_ITS_SESSION = "session";

  private Validities() {}

  static Facts in(Facts facts, Validity validity) {
    return facts
        .with("ttlMs", validity.ttl().toMillis())
        .with("validForMs", validity.validFor().toMillis())
        .with("renewAfterMs", validity.renewAfter().toMillis())
        .with("safetyMs", validity.safety().toMillis());
  }

  static String valid(Validity validity) {
    return validity.validFor().isZero() ? WITH_ITS_SESSION : Shown.span(validity.validFor());
  }

  static String renewAfter(Validity validity) {
    return validity.ttl().isZero()
        ? WITH_ITS_SESSION
        : "after " + Shown.span(validity.renewAfter());
  }
}
