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

  /** By the politer signal, so that a server has its own Redis end too. */
  private static final List<String> END_WITH_US = List.of("setpriv", "--pdeathsig", "TERM");

  private Pinning() {}

  static boolean endsWithUs() {
    return Machine.said("setpriv", "--pdeathsig", "TERM", "echo", "so").equals("so");
  }

  /**
   * In a group of its own too, so that a Ctrl-C ends the harness first; and to end with the thread
   * that starts it, should that be killed.
   */
  static List<String> pinned(List<String> command) {
    List<String> pinned = new ArrayList<>();
    if (!Machine.said("setsid", "--version").isEmpty()) {
      pinned.add("setsid");
    }
    if (endsWithUs()) {
      pinned.addAll(END_WITH_US);
    }
    if (!SERVERS.isEmpty()) {
      pinned.addAll(List.of("taskset", "-c", SERVERS));
    }
    pinned.addAll(command);
    return pinned;
  }

  public static String described() {
    String ours = Machine.ours();
    String theirs = SERVERS.isEmpty() ? ours : SERVERS;
    return "servers on processor %s, the sender on processor %s".formatted(theirs, ours);
  }
}
