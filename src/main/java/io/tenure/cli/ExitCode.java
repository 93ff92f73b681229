package io.tenure.cli;

import io.tenure.api.Outcome;

/** How a command ended, in the numbers of BSD's sysexits. */
public final class ExitCode {

  public static final int OK = 0;

  /** The command line, a variable or the configuration is wrong. */
  public static final int USAGE = 64;

  /** A file that was named cannot be read; nobody holds the key; the lease is not, or not now. */
  public static final int NOT_FOUND = 66;

  /** What is needed is taken, or does not answer: a port, a data directory, Redis, a server. */
  public static final int UNAVAILABLE = 69;

  /** A fault of Tenure itself. */
  public static final int BUG = 70;

  /** The data directory cannot be made or written. */
  public static final int CANNOT_CREATE = 73;

  /** Somebody else holds the key, and did until the wait was over. */
  public static final int HELD = 75;

  /** The lease was lost, and what ran in its name was stopped. */
  public static final int LOST = 76;

  /** Not permitted, by the system, the server, or a larger token. */
  public static final int FORBIDDEN = 77;

  /** The command is there and cannot be run. */
  public static final int CANNOT_RUN = 126;

  /** There is no such command. */
  public static final int NO_COMMAND = 127;

  /** What a signal ends, ends with its number above this. */
  public static final int SIGNALS = 128;

  /** Left at once, at the second Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /** What a command exits with when a server answers so. */
  public static int of(Outcome outcome) {
    return switch (outcome) {
      case DONE -> OK;
      case FORBIDDEN -> FORBIDDEN;
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
