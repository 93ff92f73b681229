package io.tenure.server;

import io.tenure.cli.ExitCode;
import io.tenure.server.config.ConfigError;
import io.tenure.server.config.Setting;
import java.util.Locale;

/**
 * Explains why a port cannot be used, with the remedy.
 *
 * @param hostSetting the setting of the address
 * @param portSetting the setting of the port
 */
record ListenFailure(Setting hostSetting, Setting portSetting) {

  ConfigError of(String host, int port, Throwable refused) {
    String said = String.valueOf(refused.getMessage());
    String plain = said.toLowerCase(Locale.ROOT);
    if (plain.contains("in use")) {
      return new ConfigError(
          "port %d of %s is taken; use %s with another, or stop what listens there"
              .formatted(port, host, portSetting.flag()),
          ExitCode.UNAVAILABLE);
    } else if (plain.contains("permission denied")) {
      return new ConfigError(
          "user %s may not listen on port %d; use %s with 1024 or above"
              .formatted(System.getProperty("user.name"), port, portSetting.flag()),
          ExitCode.FORBIDDEN);
    } else if (plain.contains("assign requested address") || plain.contains("not available")) {
      return new ConfigError(
          "%s is no address of this machine; use %s with one that is, or 0.0.0.0"
              .formatted(host, hostSetting.flag()),
          ExitCode.UNAVAILABLE);
    }
    return new ConfigError(
        "cannot listen on %s:%d: %s; use %s and %s with others"
            .formatted(host, port, said, hostSetting.flag(), portSetting.flag()),
        ExitCode.UNAVAILABLE);
  }
}
