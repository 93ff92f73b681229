package io.tenure.server;

import io.tenure.cli.ExitCode;
import io.tenure.server.config.ConfigError;
import java.util.Locale;

/** Explains why a port cannot be used, with the remedy. */
final class ListenFailure {

  private ListenFailure() {}

  static ConfigError of(String host, int port, Throwable refused) {
    String said = String.valueOf(refused.getMessage());
    String plain = said.toLowerCase(Locale.ROOT);
    if (plain.contains("in use")) {
      return new ConfigError(
          "port %d of %s is taken; use --port with another, or stop what listens there"
              .formatted(port, host),
          ExitCode.UNAVAILABLE);
    } else if (plain.contains("permission denied")) {
      return new ConfigError(
          "user %s may not listen on port %d; use --port with 1024 or above"
              .formatted(System.getProperty("user.name"), port),
          ExitCode.FORBIDDEN);
    } else if (plain.contains("assign requested address") || plain.contains("not available")) {
      return new ConfigError(
          host + " is no address of this machine; use --host with one that is, or 0.0.0.0",
          ExitCode.UNAVAILABLE);
    }
    return new ConfigError(
        "cannot listen on %s:%d: %s; use --host and --port with others".formatted(host, port, said),
        ExitCode.UNAVAILABLE);
  }
}
