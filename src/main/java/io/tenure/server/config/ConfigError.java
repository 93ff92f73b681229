package io.tenure.server.config;

import io.tenure.cli.ExitCode;

/**
 * Says in one line why a command cannot use its settings. The line names the position, the problem,
 * and the fix.
 */
public final class ConfigError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public ConfigError(String line) {
    this(line, ExitCode.USAGE);
  }

  public ConfigError(String line, int exitCode) {
    super(line, null, false, false);
    this.exitCode = exitCode;
  }

  public int exitCode() {
    return exitCode;
  }
}
