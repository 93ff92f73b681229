package io.tenure;

import io.tenure.store.Unusable;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/** How a command ended, in the numbers of BSD's sysexits. */
final class ExitCode {

  static final int OK = 0;

  /** The command line, a variable or the configuration is wrong. */
  static final int USAGE = 64;

  /** A file that was named cannot be read. */
  static final int NO_INPUT = 66;

  /** What the server needs is taken, or does not answer: its port, its data directory, Redis. */
  static final int UNAVAILABLE = 69;

  /** A fault of Tenure itself. */
  static final int BUG = 70;

  /** The data directory cannot be made or written. */
  static final int CANNOT_CREATE = 73;

  static final int FORBIDDEN = 77;

  /** Left at once, at the second Ctrl-C. */
  static final int INTERRUPTED = 130;

  private ExitCode() {}

  static int of(@Nullable Throwable failure) {
    if (failure instanceof Complaint wrong) {
      return wrong.exitCode();
    } else if (failure instanceof Unusable unusable) {
      return of(unusable);
    } else if (failure instanceof IllegalArgumentException) {
      return USAGE;
    } else if (failure instanceof IOException) {
      return denied(failure) ? FORBIDDEN : UNAVAILABLE;
    }
    return BUG;
  }

  private static int of(Unusable unusable) {
    if (unusable.getCause() == null) {
      return UNAVAILABLE;
    }
    return denied(unusable.getCause()) ? FORBIDDEN : CANNOT_CREATE;
  }

  private static boolean denied(Throwable failure) {
    return failure instanceof AccessDeniedException
        || failure instanceof BindException
            && String.valueOf(failure.getMessage()).contains("ermission denied");
  }
}
