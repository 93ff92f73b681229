package io.tenure.loadtest.peer;

import java.nio.file.Path;

/** The Java that runs the harness, for those servers that need one. */
final class Java {

  private Java() {}

  static String home() {
    return System.getProperty("java.home");
  }

  static String program() {
    return Path.of(home(), "bin", "java").toString();
  }
}
