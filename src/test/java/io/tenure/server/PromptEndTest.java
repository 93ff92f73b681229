package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.machine.RealMachine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a command ends as soon as it has answered. */
@RealMachine
class PromptEndTest {

  /** Java waits longer at its end for a thread inside a system call. */
  private static final Duration PROMPT = Duration.ofMillis(250);

  /** On a busy machine one of these tries is in time; without the fix none is. */
  private static final int TRIES = 40;

  @TempDir Path data;

  @Test
  void whatIsHeldIsShownAndThatIsAll() {
    try (Served server = new Served(data, "--store", "memory").open()) {
      server.send("POST", "/v1/leases?key=k&holder=me&ttl=1h");

      assertPrompt(server, "REMAINING", ExitCode.OK, "get", "k");
      assertPrompt(server, "free has no holder", ExitCode.NOT_FOUND, "get", "free");
      assertPrompt(server, "token", ExitCode.HELD, "acquire", "k");
      assertPrompt(server, "worked", ExitCode.OK, "hold", "free", "--", "echo", "worked");
    }
  }

  private void assertPrompt(Served server, String said, int code, String... words) {
    long shortest = Long.MAX_VALUE;
    for (int at = 0; at < TRIES && shortest > PROMPT.toNanos(); at++) {
      try (Typed typed = new Typed(server.url(), data, words)) {
        typed.awaitSaid(said);
        long answered = System.nanoTime();
        assertEquals(code, typed.end(), typed.err());
        shortest = Math.min(shortest, System.nanoTime() - answered);
      }
    }
    assertTrue(shortest <= PROMPT.toNanos(), String.join(" ", words) + ": " + shortest + " ns");
  }
}
