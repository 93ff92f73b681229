package io.tenure.client;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Finds the name of this machine. Java knows the name only by asking the resolver, which may take
 * half a minute when the resolver is unavailable. So the resolver is the last resort, and no caller
 * waits for it.
 */
final class HostName {

  static final String UNKNOWN = "unknown-host";

  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  /** The variables of Unix shells, and of Windows. */
  private static final List<String> VARIABLES = List.of("HOSTNAME", "COMPUTERNAME");

  private static final Duration PATIENCE = Duration.ofMillis(500);

  private HostName() {}

  static String present() {
    return of(KERNEL, System.getenv(), () -> InetAddress.getLocalHost().getHostName(), PATIENCE);
  }

  /**
   * Looks for the name.
   *
   * @param kernel a file with the name, if there is one
   * @param resolved asks the resolver, and may hang
   */
  static String of(
      Path kernel, Map<String, String> variables, Callable<String> resolved, Duration patience) {
    try {
      String name = Files.readString(kernel).strip();
      if (!name.isEmpty()) {
        return name;
      }
    } catch (IOException none) {
      // Another kernel, without this file.
    }
    for (String variable : VARIABLES) {
      String name = variables.getOrDefault(variable, "");
      if (!name.isEmpty()) {
        return name;
      }
    }
    return within(patience, resolved);
  }

  private static String within(Duration patience, Callable<String> resolved) {
    FutureTask<String> asked = new FutureTask<>(resolved);
    Thread asks = new Thread(asked, "tenure-host-name");
    asks.setDaemon(true);
    asks.start();
    try {
      return asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException nameless) {
      return UNKNOWN;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
