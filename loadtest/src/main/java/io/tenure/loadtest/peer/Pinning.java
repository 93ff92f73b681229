package io.tenure.loadtest.peer;

import io.tenure.loadtest.gauge.Machine;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses the processors of servers: one of their own, where there are several. A server that
 * shares a processor with the sender is measured late.
 */
public final class Pinning {

  private static final String SERVERS = System.getProperty("servers.cpus", "");

  /** By the politer signal, so that a server can end its own Redis too. */
  private static final List<String> END_WITH_US = List.of("setpriv", "--pdeathsig", "TERM");

  private Pinning() {}

  static boolean endsWithUs() {
    return Machine.said("setpriv", "--pdeathsig", "TERM", "echo", "so").equals("so");
  }

  /**
   * The command in a group of its own too, so that a Ctrl-C ends the harness first; and it ends
   * with the thread that starts it, if that thread is killed.
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
