package io.tenure.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.hold.ProcessTree;
import io.tenure.machine.RealMachine;
import io.tenure.server.Opened;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which processes receive a signal that arrives while a held command starts. */
@RealMachine
class SignalRelayTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"true, TERM", "false, INT TERM"})
  void whatComesWhileTheCommandStartsItHearsOnce(boolean sharesTerminal, String heard)
      throws Exception {
    SignalRelay ears = new SignalRelay(sharesTerminal, new CompletableFuture<>());
    Thread typing = new Thread(() -> ears.hear("INT"));
    ProcessTree.Ready listener = listener(sharesTerminal);

    ProcessTree crew =
        Objects.requireNonNull(
            ears.start(
                () -> {
                  ProcessTree started = listener.start();
                  awaitListening();
                  typing.start();
                  awaitHeardOrWaiting(typing);
                  return started;
                }));
    typing.join();

    assertEquals(heard, heardBy(crew, heard));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterWhatCameTooLateToEndTheWaitNothingStarts(boolean saidAgain) throws Exception {
    SignalRelay ears = new SignalRelay(true, CompletableFuture.completedFuture(null));
    ears.hear("TERM", saidAgain);

    assertNull(
        ears.start(
            () -> {
              throw new AssertionError("somebody has asked it to end");
            }));
    assertEquals(ExitCode.SIGNALS + 15, ears.exitCode());
  }

  @Test
  void whatCameToAllOfUsIsHandedOnWhenTheLauncherSaysIt() throws Exception {
    SignalRelay ears = new SignalRelay(false, new CompletableFuture<>());
    ProcessTree crew = Objects.requireNonNull(ears.start(listener(false)));
    awaitListening();

    ears.hear("INT", true);

    assertEquals("TERM", heardBy(crew, "TERM"));
  }

  /** Writes down the signals that it receives until it is asked to end. */
  private ProcessTree.Ready listener(boolean sharesTerminal) throws InterruptedException {
    String script =
        """
        exec 3<> <(:)
        trap 'echo INT >>heard' INT
        trap 'echo TERM >>heard; exit' TERM
        >heard
        while :; do read -r -t 0.1 -u 3 || :; done
        """;
    // Tests that run in the background ignore INT, and no bash can undo that.
    List<String> words =
        List.of("env", "--default-signal=INT", "bash", "-c", "cd '" + directory + "'\n" + script);
    return ProcessTree.ready(words, Map.of(), Set.of(), sharesTerminal, "k", PATIENCE);
  }

  private void awaitListening() {
    Opened.await("it listens", () -> Files.exists(directory.resolve("heard")));
  }

  private static void awaitHeardOrWaiting(Thread typing) {
    Opened.await(
        "it is heard, or waits",
        () -> !typing.isAlive() || typing.getState() == Thread.State.BLOCKED);
  }

  /**
   * Signals are passed on in their order; but bash may lose a signal that comes right before
   * another.
   */
  private String heardBy(ProcessTree crew, String expected) throws Exception {
    Opened.await("it is heard", () -> expected.equals("TERM") || heard().startsWith("INT"));
    crew.signal("TERM");
    assertTrue(crew.ends(PATIENCE));
    crew.dismiss();
    return heard();
  }

  private String heard() {
    try {
      return Files.readString(directory.resolve("heard")).strip().replace('\n', ' ');
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
