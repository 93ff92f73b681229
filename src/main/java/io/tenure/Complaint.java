package io.tenure;

import io.tenure.cli.ExitCode;

/**
 * Why a command cannot do what it was told, in one line: where that stands, what is wrong with it,
 * and the fix.
 */
final class Complaint extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;

  Complaint(String line) {
    this(line, ExitCode.USAGE);
  }

  Complaint(String line, int exitCode) {
    super(line, null, false, false);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
