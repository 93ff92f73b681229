package io.tenure.cli;

import io.tenure.api.Outcome;

/** Exit codes of the commands, with the numbers of BSD's sysexits. */
public final class ExitCode {

  public static final int OK = 0;

  /** The command line, a variable or the configuration is wrong. */
  public static final int USAGE = 64;

  /** A named file cannot be read, the key has no holder, or the lease is unknown or over. */
  public static final int NOT_FOUND = 66;

  /** A port, a data directory, Redis or a server is in use already, or does not answer. */
  public static final int UNAVAILABLE = 69;

  /** The cause is a fault of Tenure itself. */
  public static final int BUG = 70;

  /** The data directory cannot be made or written. */
  public static final int CANNOT_CREATE = 73;

  /** Another holder has the key, and had it until the wait was over. */
  public static final int HELD = 75;

  /** The lease was lost, and the process that it protected was stopped. */
  public static final int LOST = 76;

  /** The command is not permitted: by the system, by the server, or by a larger token. */
  public static final int FORBIDDEN = 77;

  /** The command to run exists, but cannot be run. */
  public static final int CANNOT_RUN = 126;

  /** The command to run does not exist. */
  public static final int NO_COMMAND = 127;

  /** A command that a signal ends exits with this plus the number of the signal. */
  public static final int SIGNALS = 128;

  /** The command stopped at once, after the second Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** Returns the exit code for the outcome that a server answers. */
  public static int of(Outcome outcome) {
    return switch (outcome) {
      case DONE -> OK;
      case UNAUTHENTICATED, FORBIDDEN -> FORBIDDEN;
      case NOT_FOUND, NOT_HELD, NO_SUCH_PATH, EXPIRED, RELEASED, BROKEN -> NOT_FOUND;
      case HELD,
          REQUEST_CONSUMED,
          FENCED,
          NOBODY_WAITING,
          SESSION_OVER,
          SESSION_BOUND,
          BREAKING,
          REPEATED,
          WITHDRAWN,
          CHANGED_HANDS ->
          HELD;
      case INVALID,
          METHOD_NOT_ALLOWED,
          TIMEOUT,
          TOO_LARGE,
          URI_TOO_LONG,
          UNSUPPORTED_MEDIA,
          HEADERS_TOO_LARGE ->
          USAGE;
      case BUSY, LIMIT, PENDING, UNAVAILABLE, UNKNOWN -> UNAVAILABLE;
      case INTERNAL -> BUG;
    };
  }
}
