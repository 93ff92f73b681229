package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.tenure.cli.ExitCode;
import io.tenure.machine.InRealTime;
import io.tenure.machine.Ports;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the server as a user runs it: started by the script, used over its port, ended by signals.
 */
@RealMachine
class ServeTest {

  private static final long SECONDS = 1_000_000_000;

  @TempDir Path directory;
  private Path data;

  @BeforeEach
  void place() throws IOException {
    data = directory.toRealPath().resolve("data");
  }

  @Test
  void saysWhereItIsAndAnswersThere() {
    try (Served server = new Served(data).open()) {
      assertEquals(200, server.send("GET", "/livez").statusCode(), server.err().toString());
      assertEquals(200, server.send("GET", "/readyz").statusCode());
      assertEquals(4, server.out().size());
      assertTrue(server.said("keeps  " + data + ", in a Redis of its own (strict)"));
      assertTrue(server.said("curl -X POST '" + server.url() + "/v1/leases?"));
      assertTrue(server.said("kill " + server.pid()));
    }
  }

  @InRealTime
  void stopsWithinSecondsAndLeavesNothingRunning() {
    for (String signal : List.of("TERM", "INT", "HUP")) {
      try (Served server = new Served(data).open()) {
        assertEquals(1, server.redis().size());
        long begun = System.nanoTime();
        server.signal(signal);

        assertEquals(ExitCode.OK, server.end());
        assertTrue(System.nanoTime() - begun < 10 * SECONDS);
        assertEquals(List.of(), server.redis());
        assertTrue(server.said("all shards are handed back"), server.err().toString());
        assertTrue(server.said("msg=stopped tookMs="), server.err().toString());
      }
    }
  }

  @Test
  void findsItsLeasesAgainAfterKill9() {
    long redis;
    try (Served server = new Served(data).open()) {
      String granted = server.send("POST", "/v1/leases?key=jobs/a&holder=me&ttl=60s").body();
      redis = server.redis().get(0).pid();
      server.signal("KILL");
      server.end();
      assertEquals(redis, server.redis().get(0).pid());

      try (Served next = new Served(data).open()) {
        assertTrue(next.said("found again as process " + redis), next.err().toString());
        HttpResponse<String> renewed = next.send("POST", "/v1/leases/" + id(granted) + "/renew");
        assertEquals(200, renewed.statusCode(), renewed.body());
        assertEquals(
            409, next.send("POST", "/v1/leases?key=jobs/a&holder=you&ttl=1s").statusCode());
        assertFalse(next.said(id(granted)), next.err().toString());
      }
    }
  }

  @Test
  void findsItsLeasesAgainAfterAStop() {
    String granted;
    try (Served server = new Served(data).open()) {
      granted = server.send("POST", "/v1/leases?key=jobs/a&holder=me&ttl=60s").body();
      server.signal("TERM");
      server.end();
    }
    try (Served next = new Served(data).open()) {
      assertEquals(200, next.send("POST", "/v1/leases/" + id(granted) + "/renew").statusCode());
    }
  }

  @Test
  void whatItSuggestsToTryWorks() throws Exception {
    try (Served server = new Served(data).open()) {
      String line =
          server.out().stream().filter(each -> each.contains("curl")).findFirst().orElseThrow();
      Process curl =
          new ProcessBuilder("bash", "-c", line.substring(line.indexOf("curl")))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(answer.contains("\"key\":\"jobs/nightly\""), answer);
    }
  }

  @Test
  void whoWaitsIsSentOnWhenItStops() {
    try (Served server = new Served(data, "--store", "memory").open()) {
      server.send("POST", "/v1/leases?key=k&holder=me&ttl=60s");
      CompletableFuture<HttpResponse<String>> waits =
          server.begin("POST", "/v1/leases?key=k&holder=you&ttl=60s&wait=60s");
      server.await(
          "it waits", () -> server.send("GET", "/v1/keys/k").body().contains("\"waiters\":1"));
      server.signal("TERM");

      assertEquals(503, waits.join().statusCode(), waits.join().body());
      assertEquals(ExitCode.OK, server.end());
    }
  }

  @Test
  void theSecondServerOfAStoreStandsBy() {
    try (Served first = new Served(data).open()) {
      String store = "unix://" + data + "/redis/redis.sock";
      try (Served second =
          new Served(data.resolveSibling("second"), "--store", store, "--ownership", "3s").open()) {
        assertTrue(second.said("waits  for shards"), second.out().toString());
        assertEquals(200, second.send("GET", "/livez").statusCode());
        assertEquals(503, second.send("GET", "/readyz").statusCode());
        second.signal("TERM");
        assertEquals(ExitCode.OK, second.end());
      }
      assertEquals(200, first.send("GET", "/readyz").statusCode());
    }
  }

  @Test
  void aStoreKeepsTheNumberOfShardsItWasFirstUsedWith() {
    try (Served server = new Served(data).open()) {
      String granted = server.send("POST", "/v1/leases?key=jobs/a&holder=me&ttl=60s").body();
      server.signal("KILL");
      server.end();
      try (Served other = new Served(data, "--shards", "48")) {
        assertEquals(ExitCode.UNAVAILABLE, other.end());
        assertEquals(
            "tenure: the store was first used with 64 shards, and this server has 48; start it with"
                + " --shards 64, or use another store",
            last(other));
      }
      try (Served next = new Served(data).open()) {
        assertEquals(200, next.send("POST", "/v1/leases/" + id(granted) + "/renew").statusCode());
      }
    }
  }

  @Test
  void leavesAtOnceAtTheSecondSignal() {
    try (Served server = new Served(data).open()) {
      ProcessHandle redis = server.redis().get(0);
      Served.signal("STOP", redis.pid());
      server.signal("INT");
      server.await("it stops", () -> server.said("stops: no new work"));
      assertTrue(server.alive());

      server.signal("INT");

      assertEquals(ExitCode.INTERRUPTED, server.end());
    }
  }

  @InRealTime
  void leavesWithinSecondsFromAStoreThatHangs() {
    try (Served server = new Served(data).open()) {
      Served.signal("STOP", server.redis().get(0).pid());
      long begun = System.nanoTime();
      server.signal("TERM");

      server.end();

      assertTrue(System.nanoTime() - begun < 12 * SECONDS);
    }
  }

  @Test
  void theSecondServerOfADataDirectoryIsOneLine() {
    try (Served first = new Served(data).open();
        Served second = new Served(data)) {
      assertEquals(ExitCode.UNAVAILABLE, second.end());
      assertEquals(
          List.of(
              "tenure: %s belongs to the server that runs as process %d; use --data with another"
                      .formatted(data, first.pid())
                  + " directory or stop process "
                  + first.pid()),
          second.err());
      assertEquals(200, first.send("GET", "/readyz").statusCode());
    }
  }

  @Test
  void aDataDirectoryThatIsNoneIsOneLine() throws IOException {
    Files.writeString(data, "a file");
    try (Served server = new Served(data)) {
      assertEquals(ExitCode.CANNOT_CREATE, server.end());
      assertEquals(
          List.of(
              "tenure: cannot use %s: it is not a directory; use --data with a directory"
                  .formatted(data)),
          server.err());
    }
  }

  @Test
  void aRedisThatRefusesIsOneLine() {
    int nobody = Ports.free();
    String address = "redis://me:geheim@127.0.0.1:" + nobody;
    try (Served server = new Served(data, "--store", address)) {
      assertEquals(ExitCode.UNAVAILABLE, server.end());
      assertTrue(
          last(server)
              .startsWith(
                  "tenure: the connection to Redis at redis://127.0.0.1:" + nobody + " is broken"),
          last(server));
      assertTrue(
          last(server).endsWith("; start that Redis, or use --store with the right address"));
      assertFalse(server.said("geheim"));
    }
  }

  @Test
  void logsOneObjectALineWhenAsked() throws IOException {
    try (Served server = new Served(data, "--log", "json").open()) {
      server.signal("TERM");
      server.end();

      assertTrue(server.err().size() >= 4, server.err().toString());
      for (String line : server.err()) {
        try (JsonParser parser = new JsonFactory().createParser(line)) {
          while (parser.nextToken() != null) {
            assertTrue(parser.currentTokenLocation().getLineNr() == 1);
          }
        }
      }
    }
  }

  @Test
  void nothingIsLoggedPerRequest() {
    try (Served server = new Served(data, "--store", "memory").open()) {
      server.await(
          "it is up", () -> server.said("msg=listens") && server.said("shards are served"));
      List<String> before = ours(server);
      for (int request = 0; request < 20; request++) {
        server.send("POST", "/v1/leases?key=k&holder=me&ttl=1s");
      }
      assertEquals(before, ours(server));
    }
  }

  /** The lines without those of libraries, which may complain on a machine that stood still. */
  private static List<String> ours(Served server) {
    return server.err().stream().filter(line -> !line.contains(" room=library ")).toList();
  }

  private static String id(String granted) {
    Matcher id = Pattern.compile("\"leaseId\":\"([^\"]+)\"").matcher(granted);
    assertTrue(id.find(), granted);
    return id.group(1);
  }

  private static String last(Served server) {
    List<String> lines = server.err();
    return lines.get(lines.size() - 1);
  }
}
