package io.tenure.loadtest.peer;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.HaltedException;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.speech.Resp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PreparedTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final byte[] PING = Resp.command("PING");

  @Test
  void aCtrlCIsHeardWhileAServerIsSilent() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Engine engine = new Engine(() -> true)) {
      List<Link> one =
          engine.connect(
              silent.getLocalPort(), 1, () -> new Resp(number -> PING, 1, 1), LinkSize.SMALL);

      assertTimeoutPreemptively(
          SOON,
          () ->
              assertThrows(
                  HaltedException.class,
                  () -> Prepared.all(engine, one, 1_000, number -> number, Answers.IGNORED)));
      assertTimeoutPreemptively(
          SOON,
          () ->
              assertThrows(
                  HaltedException.class,
                  () -> Prepared.evenly(engine, one, 1_000, number -> number)));
    }
  }
}
