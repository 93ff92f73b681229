package io.tenure.server;

import io.tenure.server.config.Config;
import io.tenure.server.config.ServerOptions;
import io.tenure.store.redis.RedisAddress;

/** What a person reads who has just started a server: where it is, and what to try. */
final class StartupMessage {

  private static final String TRY =
      "curl -X POST '%s/v1/leases?key=jobs/nightly&holder=me&ttl=30s'";
  private static final String WAITS = "\n  waits  for shards that cannot be had yet: see the log";

  private StartupMessage() {}

  static String text(ServerOptions setup, int port, boolean serving) {
    String url = url(setup.host(), port);
    return """
    Tenure %s listens on %s
      keeps  %s%s
      try    %s
      stop   Ctrl-C, or kill %d
    """
        .formatted(
            Version.TEXT,
            url,
            keeps(setup.config()),
            serving ? "" : WAITS,
            TRY.formatted(url),
            ProcessHandle.current().pid());
  }

  /** Whether nobody on another machine can come to this address. */
  static boolean staysHere(String host) {
    return host.startsWith("127.") || host.equals("::1") || host.equals("localhost");
  }

  /** One that a program on this machine can use. */
  static String url(String host, int port) {
    String reachable =
        switch (host) {
          case "0.0.0.0" -> "127.0.0.1";
          case "::", "0:0:0:0:0:0:0:0" -> "[::1]";
          default -> host.contains(":") ? "[" + host + "]" : host;
        };
    return "http://" + reachable + ":" + port;
  }

  /** Without user and password. */
  static String store(Config config) {
    return config.storeIsOurs() ? config.store() : RedisAddress.parse(config.store()).toString();
  }

  private static String keeps(Config config) {
    return switch (config.store()) {
      case OpenStore.MEMORY -> "nothing: every lease is gone when it stops (--store memory)";
      case OpenStore.EMBEDDED ->
          config.data().toAbsolutePath() + ", in a Redis of its own (" + durability(config) + ")";
      default -> "its leases in " + store(config) + " (" + durability(config) + ")";
    };
  }

  private static String durability(Config config) {
    return config.relaxed() ? "relaxed" : "strict";
  }
}
