package io.tenure.store.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Sends a signal to one process, or, by its negative number, to a group of them. */
final class Signals {

  private Signals() {}

  static void send(String name, long pid) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + name, "--", Long.toString(pid)).start();
    assertEquals(0, kill.waitFor());
  }
}
