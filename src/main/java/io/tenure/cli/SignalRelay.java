package io.tenure.cli;

import io.tenure.cli.hold.ProcessTree;
import io.tenure.client.Lease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Relays the signals sent to a hold: they end its wait, or go on to its command. */
final class SignalRelay implements AutoCloseable {

  private static final String INTERRUPT = "INT";
  private static final String QUIT = "QUIT";
  private static final Map<String, Integer> NUMBERS =
      Map.of("HUP", 1, INTERRUPT, 2, QUIT, 3, "TERM", 15);

  private final boolean sharesTerminal;
  private final CompletableFuture<Lease> waiting;
  private @Nullable Thread reader;
  private @Nullable ProcessTree running;
  private @Nullable String heard;

  /** {@code sharesTerminal}: the command itself gets the signals that are typed there. */
  SignalRelay(boolean sharesTerminal, CompletableFuture<Lease> waiting) {
    this.sharesTerminal = sharesTerminal;
    this.waiting = waiting;
  }

  /**
   * Listens for the signals that the launcher reports, and for those that reach this process and
   * that the launcher does not report.
   */
  void listen(CommandEnvironment around) {
    boolean told = !around.words().isEmpty();
    for (String name : NUMBERS.keySet()) {
      // Java handles that signal itself.
      if (!name.equals(QUIT)) {
        SignalHandlers.on(name, () -> hear(name, told && !around.isAbandoned()));
      }
    }
    if (told) {
      reader = new Thread(() -> read(Path.of(around.words())), "signals");
      reader.setDaemon(true);
      reader.start();
    }
  }

  private void read(Path words) {
    // An interrupt ends a channel, but not the streams that Files opens.
    try (ReadableByteChannel pipe = Files.newByteChannel(words)) {
      Reader said = new InputStreamReader(Channels.newInputStream(pipe), StandardCharsets.US_ASCII);
      new BufferedReader(said).lines().filter(NUMBERS::containsKey).forEach(this::hear);
    } catch (IOException | UncheckedIOException closed) {
      // No listener is left.
    }
  }

  /** Java would wait for a thread that is in a system call. */
  @Override
  public void close() {
    if (reader != null) {
      reader.interrupt();
    }
  }

  /** Null when a signal came first. */
  @Nullable Lease await() {
    try {
      return waiting.join();
    } catch (CancellationException signal) {
      return null;
    } catch (CompletionException refused) {
      throw refused.getCause() instanceof RuntimeException why ? why : refused;
    }
  }

  /**
   * Starts the command; from now on signals go to it. Null when a signal came before: nothing was
   * started. A signal that comes during the start waits until the command runs: on a shared
   * terminal the command has got that signal by itself.
   */
  synchronized @Nullable ProcessTree start(ProcessTree.Ready command) throws IOException {
    if (heard == null) {
      running = command.start();
    }
    return running;
  }

  /** The exit code of a command that was ended by the signal. */
  synchronized int exitCode() {
    return ExitCode.SIGNALS + NUMBERS.getOrDefault(heard == null ? INTERRUPT : heard, 0);
  }

  void hear(String name) {
    hear(name, false);
  }

  /**
   * {@code saidAgain}: the signal may have gone to the whole process group, and the launcher
   * reports it as well.
   */
  synchronized void hear(String name, boolean saidAgain) {
    if (running == null) {
      heard = name;
      waiting.cancel(true);
    } else if (!saidAgain && !isTyped(name)) {
      running.signal(name);
    }
  }

  private boolean isTyped(String name) {
    return sharesTerminal && (name.equals(INTERRUPT) || name.equals(QUIT));
  }
}
