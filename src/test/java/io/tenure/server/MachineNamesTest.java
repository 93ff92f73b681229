package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.AllowedHosts;
import io.tenure.door.http.OpenDoor;
import io.tenure.server.log.LineLoggers;
import io.tenure.server.log.LogLine;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** Checks that a server that other machines reach answers to its names, and to no other name. */
class MachineNamesTest {

  private static final long LONG_MILLIS = 60_000;
  private static final String TRUSTED = "off-on-a-trusted-network";
  private static final AllowedHosts HOSTS = AllowedHosts.ofMachine(List.of("tenure.corp"));

  @TempDir Path data;

  private final Vertx vertx = Vertx.vertx();
  private final List<LogLine> lines = new CopyOnWriteArrayList<>();
  private final Logger log = new LineLoggers(lines::add, Level.INFO).getLogger("door");

  @AfterEach
  void close() throws Exception {
    OpenDoor.get(vertx.close());
  }

  @Test
  void aNameThatWasLedHereFromElsewhereIsRefused() throws IOException {
    try (Opened server = new Opened(data, "AUTH", TRUSTED, "HOST", "0.0.0.0")) {
      assertEquals(400, status(server, "evil.example"));
      assertEquals(200, status(server, "localhost"));
      assertEquals(200, status(server, "127.0.0.1"));
      assertEquals(200, status(server, InetAddress.getLocalHost().getHostName()));
      assertEquals(200, status(server, InetAddress.getLocalHost().getCanonicalHostName()));
    }
  }

  @Test
  void anyIsAChoiceOfTheOperator() throws IOException {
    try (Opened server = new Opened(data, "AUTH", TRUSTED, "HOST", "0.0.0.0", "NAMES", "any")) {
      assertEquals(200, status(server, "evil.example"));
    }
  }

  @Test
  void theNamesOfTheResolverAreAddedInLowerCase() throws Exception {
    AllowedHosts all = added(() -> List.of("DB1", "db1.corp"), LONG_MILLIS);

    assertTrue(all.names().containsAll(List.of("tenure.corp", "db1", "db1.corp")), "" + all);
    assertEquals(List.of(Level.INFO), lines.stream().map(LogLine::level).toList());
  }

  @Test
  void aResolverThatFailsOrHangsIsNotWaitedFor() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Callable<List<String>> hangs =
        () -> {
          never.await();
          return List.of("late");
        };
    Callable<List<String>> fails =
        () -> {
          throw new UnknownHostException("db1");
        };

    for (AllowedHosts all : List.of(added(hangs, 1), added(fails, LONG_MILLIS))) {
      assertTrue(all.names().contains("tenure.corp"), "" + all);
      assertTrue(!all.any() && !all.names().contains("late"), "" + all);
    }
    assertEquals(2, lines.stream().filter(line -> line.says().contains("http.names")).count());
    never.countDown();
  }

  private AllowedHosts added(Callable<List<String>> resolved, long patienceMillis)
      throws Exception {
    return OpenDoor.get(MachineNames.add(HOSTS, vertx, log, resolved, patienceMillis));
  }

  private static int status(Opened server, String host) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
      String asked = "GET /v1/keys/a HTTP/1.0\r\nHost: " + host + "\r\n\r\n";
      socket.getOutputStream().write(asked.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(answer.split(" ")[1]);
    }
  }
}
