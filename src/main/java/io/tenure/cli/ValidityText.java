package io.tenure.cli;

import io.tenure.client.calls.LocalValidity;

/** Describes a validity in words. */
final class ValidityText {

  private static final String WITH_ITS_SESSION = "session";

  private ValidityText() {}

  static JsonLine in(JsonLine facts, LocalValidity validity) {
    return facts
        .with("ttlMs", validity.ttl().toMillis())
        .with("validForMs", validity.validFor().toMillis())
        .with("renewAfterMs", validity.renewAfter().toMillis())
        .with("safetyMs", validity.safety().toMillis());
  }

  static String valid(LocalValidity validity) {
    return validity.validFor().isZero() ? WITH_ITS_SESSION : Format.span(validity.validFor());
  }

  static String renewAfter(LocalValidity validity) {
    return validity.ttl().isZero()
        ? WITH_ITS_SESSION
        : "after " + Format.span(validity.renewAfter());
  }
}
