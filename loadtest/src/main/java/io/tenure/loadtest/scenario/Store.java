package io.tenure.loadtest.scenario;

import java.util.List;

/**
 * The store of a server, as the user gave it. The server gets all of it, a report neither user nor
 * password.
 */
record Store(String given) {

  private static final String EMBEDDED = "embedded";
  private static final String MEMORY = "memory";

  /** Durable, unless the user wants something else. */
  static Store durable(Options options) {
    return new Store(options.text("store", EMBEDDED));
  }

  static Store inMemory(Options options) {
    return new Store(options.text("store", MEMORY));
  }

  /** For {@code tenure serve}. */
  List<String> flags() {
    return List.of("--store", given);
  }

  /** A Unix socket has them as parameters behind its path, which may have any character itself. */
  @Override
  public String toString() {
    if (given.startsWith("unix:")) {
      return given.replaceFirst("\\?.*", "");
    }
    int scheme = given.indexOf("://");
    String start = scheme < 0 ? "" : given.substring(0, scheme + 3);
    return start + given.substring(Math.max(given.lastIndexOf('@') + 1, start.length()));
  }
}
