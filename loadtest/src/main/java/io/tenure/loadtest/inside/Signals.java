package io.tenure.loadtest.inside;

import java.io.IOException;

/** Pauses processes for a while, by the shell, because a process may pause itself. */
final class Signals {

  private Signals() {}

  /** Completes when the shell has done it all. */
  static Process freeze(long pid, long afterSeconds, long seconds) throws IOException {
    String script =
        "sleep %d; kill -STOP %d; sleep %d; kill -CONT %d"
            .formatted(afterSeconds, pid, seconds, pid);
    return new ProcessBuilder("sh", "-c", script).start();
  }
}
