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

/** Hears the signals sent to a hold: they end its wait, or go on to its command. */
final class SignalRelay implements AutoCloseable {

  private static final String INTERRUPT = "INT";
  private static final String QUIT = "QUIT";
  private static final Map<String, Integer> NUMBERS =
      Map.of("HUP", 1, INTERRUPT, 2, QUIT, 3, "TERM", 15);

  private final boolean sharesTerminal;
  private final CompletableFuture<Lease> waiting;
  private @Nullable Thread reader;
  private @Nullable ProcessTree crew;
  private @Nullable String heard;

  /** {@code sharesTerminal}: what is typed there, the command hears by itself. */
  SignalRelay(boolean sharesTerminal, CompletableFuture<Lease> waiting) {
    this.sharesTerminal = sharesTerminal;
    this.waiting = waiting;
  }

  /** Whatever the launcher says that it hears; what we hear, where nobody else says it. */
  void listen(CommandEnvironment around) {
    boolean told = !around.words().isEmpty();
    for (String name : NUMBERS.keySet()) {
      // That one Java keeps to itself.
      if (!name.equals(QUIT)) {
        SignalListener.on(name, () -> hear(name, told && !around.isAbandoned()));
      }
    }
    if (told) {
      reader = new Thread(() -> read(Path.of(around.words())), "ears");
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
      // Nobody is left to be told.
    }
  }

  /** Java would wait for whoever stands in a call of the system. */
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
   * From now on signals go there. Null when one came before: nothing was started. What comes while
   * it starts waits until it runs: on our terminal it has heard that by itself.
   */
  synchronized @Nullable ProcessTree start(ProcessTree.Ready command) throws IOException {
    if (heard == null) {
      crew = command.start();
    }
    return crew;
  }

  /** What a command leaves with that was ended by the signal. */
  synchronized int exitCode() {
    return ExitCode.SIGNALS + NUMBERS.getOrDefault(heard == null ? INTERRUPT : heard, 0);
  }

  void hear(String name) {
    hear(name, false);
  }

  /**
   * {@code saidAgain}: it may have come to our whole group, and the launcher says what it hears.
   */
  synchronized void hear(String name, boolean saidAgain) {
    if (crew == null) {
      heard = name;
      waiting.cancel(true);
    } else if (!saidAgain && !isTyped(name)) {
      crew.signal(name);
    }
  }

  private boolean isTyped(String name) {
    return sharesTerminal && (name.equals(INTERRUPT) || name.equals(QUIT));
  }
}
