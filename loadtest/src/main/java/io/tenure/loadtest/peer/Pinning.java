package io.tenure.loadtest.peer;

import io.tenure.loadtest.gauge.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * Which processors servers run on: one of their own, where there are several, because what shares a
 * processor with the sender is measured late.
 */
public final class Pinning {

  private static final String SERVERS = System.getProperty("servers.cpus", "");

  private Pinning() {}

  /** In a group of its own too, so that a Ctrl-C ends the harness first. */
  static List<String> pinned(List<String> command) {
    List<String> pinned = new ArrayList<>();
    if (!Machine.said("setsid", "--version").isEmpty()) {
      pinned.add("setsid");
    }
    if (!SERVERS.isEmpty()) {
      pinned.addAll(List.of("taskset", "-c", SERVERS));
    }
    pinned.addAll(command);
    return pinned;
  }

  public static String described() {
    return SERVERS.isEmpty() ? "not pinned" : "servers on processor " + SERVERS;
  }
}
