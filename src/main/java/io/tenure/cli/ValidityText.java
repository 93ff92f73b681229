package io.tenure.cli;

import io.tenure.client.calls.ValidityInfo;

/** Describes a validity in words. */
final class ValidityText {

  private static final String WITH_ITS_SESSION = "session";

  private ValidityText() {}

  static JsonLine in(JsonLine facts, ValidityInfo validity) {
    return facts
        .with("ttlMs", validity.ttl().toMillis())
        .with("validForMs", validity.validFor().toMillis())
        .with("renewAfterMs", validity.renewAfter().toMillis())
        .with("safetyMs", validity.safety().toMillis());
  }

  static String valid(ValidityInfo validity) {
    return validity.validFor().isZero() ? WITH_ITS_SESSION : TerminalText.span(validity.validFor());
  }

  static String renewAfter(ValidityInfo validity) {
    return validity.ttl().isZero()
        ? WITH_ITS_SESSION
        : "after " + TerminalText.span(validity.renewAfter());
  }
}
