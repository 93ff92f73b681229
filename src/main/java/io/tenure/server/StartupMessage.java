package io.tenure.server;

import io.tenure.server.config.OpsPort;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.config.StoreOptions;
import org.jspecify.annotations.Nullable;

/** The message to a person that has just started a server: its address, and first commands. */
final class StartupMessage {

  private static final String TRY =
      "curl -X POST '%s/v1/leases?key=jobs/nightly&holder=me&ttl=30s'";
  private static final String WAITS = "\n  waits  for shards that it does not own yet: see the log";

  private StartupMessage() {}

  static String text(ServerOptions setup, int port, boolean serving) {
    String url = url(setup.doors().host(), port);
    return """
    Tenure %s listens on %s%s
      keeps  %s%s
      try    %s
      stop   Ctrl-C, or kill %d
    """
        .formatted(
            Version.TEXT,
            url,
            ops(setup.doors().ops()),
            keeps(setup.config().store()),
            serving ? "" : WAITS,
            TRY.formatted(url),
            ProcessHandle.current().pid());
  }

  private static String ops(@Nullable OpsPort ops) {
    return ops == null ? "" : "\n  ops    " + url(ops.host(), ops.port()) + "/ui/";
  }

  /** A URL that a program on this machine can use. */
  static String url(String host, int port) {
    String reachable =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::", "0:0:0:0:0:0:0:0" -> "[::1]";
          default -> host.contains(":") ? "[" + host + "]" : host;
        };
    return "http://" + reachable + ":" + port;
  }

  private static String keeps(StoreOptions store) {
    return switch (store.address()) {
      case OpenedStore.MEMORY -> "nothing: every lease is gone when it stops (--store memory)";
      case OpenedStore.EMBEDDED ->
          store.data().toAbsolutePath() + ", in a Redis of its own (" + durability(store) + ")";
      default -> "its leases in " + store.address() + " (" + durability(store) + ")";
    };
  }

  private static String durability(StoreOptions store) {
    return store.relaxed() ? "relaxed" : "strict";
  }
}
