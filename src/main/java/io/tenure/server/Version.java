package io.tenure.server;

import org.jspecify.annotations.Nullable;

/** The version of this Tenure. */
final class Version {

  static final String TEXT = text(Version.class.getPackage().getImplementationVersion());

  private Version() {}

  private static String text(@Nullable String ofTheJar) {
    return ofTheJar == null ? "from its classes" : ofTheJar;
  }
}
