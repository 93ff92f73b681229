package io.tenure.cli;

import io.tenure.cli.hold.Crew;
import io.tenure.client.Lease;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Hears the signals sent to a hold: they end its wait, or go on to its command. */
final class Ears {

  /** Java keeps QUIT to itself, so the launcher hears it and says this instead. */
  private static final String FOR_QUIT = "URG";

  private static final String INTERRUPT = "INT";
  private static final String QUIT = "QUIT";
  private static final Map<String, Integer> NUMBERS =
      Map.of("HUP", 1, INTERRUPT, 2, QUIT, 3, "TERM", 15);

  private final boolean sharesTerminal;
  private final CompletableFuture<Lease> waiting;
  private @Nullable Crew crew;
  private @Nullable String heard;

  /** {@code sharesTerminal}: what is typed there, the command hears by itself. */
  Ears(boolean sharesTerminal, CompletableFuture<Lease> waiting) {
    this.sharesTerminal = sharesTerminal;
    this.waiting = waiting;
    for (String name : NUMBERS.keySet()) {
      Signals.on(name.equals(QUIT) ? FOR_QUIT : name, () -> hear(name));
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
   * From now on signals go there; and the one that came too late to end the wait. What comes while
   * it starts waits until it runs: on our terminal it has heard that by itself.
   */
  synchronized Crew start(Crew.Ready command) throws IOException {
    Crew started = command.start();
    crew = started;
    if (heard != null) {
      started.signal(heard);
    }
    return started;
  }

  /** What a command leaves with that was ended by the signal. */
  synchronized int exitCode() {
    return ExitCode.SIGNALS + NUMBERS.getOrDefault(heard == null ? INTERRUPT : heard, 0);
  }

  synchronized void hear(String name) {
    if (crew == null) {
      heard = name;
      waiting.cancel(true);
    } else if (!sharesTerminal || !name.equals(INTERRUPT) && !name.equals(QUIT)) {
      crew.signal(name);
    }
  }
}
