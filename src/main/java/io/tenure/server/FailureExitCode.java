package io.tenure.server;

import io.tenure.cli.ExitCode;
import io.tenure.server.config.ConfigError;
import io.tenure.store.StoreUnusableException;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.AccessDeniedException;
import org.jspecify.annotations.Nullable;

/** The exit codes of a server that could not run. */
final class FailureExitCode {

  private FailureExitCode() {}

  static int exitCode(@Nullable Throwable failure) {
    if (failure instanceof ConfigError wrong) {
      return wrong.exitCode();
    } else if (failure instanceof StoreUnusableException unusable) {
      return exitCode(unusable);
    } else if (failure instanceof IllegalArgumentException) {
      return ExitCode.USAGE;
    } else if (failure instanceof IOException) {
      return denied(failure) ? ExitCode.FORBIDDEN : ExitCode.UNAVAILABLE;
    }
    return ExitCode.BUG;
  }

  private static int exitCode(StoreUnusableException unusable) {
    if (unusable.getCause() == null) {
      return ExitCode.UNAVAILABLE;
    }
    return denied(unusable.getCause()) ? ExitCode.FORBIDDEN : ExitCode.CANNOT_CREATE;
  }

  private static boolean denied(Throwable failure) {
    return failure instanceof AccessDeniedException
        || failure instanceof BindException
            && String.valueOf(failure.getMessage()).contains("ermission denied");
  }
}
