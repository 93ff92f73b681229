package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the commands that run until they are ended, and the commands of a terminal. */
class GoingOnTest {

  private static final Pattern TOKEN = Pattern.compile("elected {2}lead {2}token (\\d+)");

  private static final String CTRL_C = "\u0003";
  private static final String CTRL_BACKSLASH = "\u001c";

  @TempDir static Path data;
  private static Served server;

  @TempDir Path directory;

  @BeforeAll
  static void serve() {
    server = new Served(data, "--store", "memory").open();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void whoResignsIsFollowedAtOnceAndEverybodyMayWatch() {
    try (Typed watch = typed("watch", "lead", "--json", "--from", "start");
        Typed first = typed("elect", "lead", "a:1", "--ttl", "60s", "--holder", "a")) {
      first.awaitSaid("elected");
      try (Typed second = typed("elect", "lead", "b:2", "--ttl", "60s", "--holder", "b")) {
        server.await("it runs", () -> answer("/v1/keys/lead").contains("\"waiters\":1"));
        Served.signal("TERM", first.launcher().pid());

        assertEquals(ExitCode.OK, first.end(), first.err());
        second.awaitSaid("elected");
        assertTrue(token(second) > token(first));
        assertTrue(answer("/v1/keys/lead").contains("\"b:2\""));
        watch.awaitSaid("\"event\":\"released\",\"key\":\"lead\",\"holder\":\"a\"");
        watch.awaitSaid("\"event\":\"granted\",\"key\":\"lead\",\"holder\":\"b\"");
        Served.signal("INT", second.launcher().pid());
        assertEquals(ExitCode.OK, second.end(), second.err());
      }
      assertTrue(answer("/v1/keys/lead").contains("\"holders\":[]"), answer("/v1/keys/lead"));
    }
  }

  @Test
  void onATerminalTheCommandMayAskPeople() throws IOException {
    String words = "hold tty -- bash -c 'read x </dev/tty; read y; echo \"got $x, $y\"; exit 5'";
    try (Typed hold = Typed.onTerminal(server.url(), directory, "one\ntwo\n", words)) {
      assertEquals(5, hold.end(), hold.out().toString());
      assertTrue(hold.said("got one, two"), hold.out().toString());
    }
  }

  @Test
  void onATerminalCtrlCReachesTheCommandOnce() throws IOException {
    String script = "trap \"n=x\\$n\" INT; kill -INT 0; read z; echo \"heard $n.\"; exit 6";
    String words = "hold int -- bash -c '" + script + "'";
    try (Typed hold = Typed.onTerminal(server.url(), directory, "go\n", words)) {
      assertEquals(6, hold.end(), hold.out().toString());
      assertTrue(hold.said("heard x."), hold.out().toString());
    }
  }

  @Test
  void withInputFromElsewhereEachCtrlCReachesTheCommandOnceAsWell() throws IOException {
    String traps = "trap \"n=x\\$n; echo \\$n\" INT; trap \"echo heard \\$n.; exit 6\" QUIT";
    String script = "exec 3<> <(:); " + traps + "; echo ready; while :; do read -r -t 9 -u 3; done";
    String words = "hold pipe -- bash -c '" + script + "'";
    try (Typed hold = Typed.behindPipe(server.url(), directory, words)) {
      hold.awaitSaid("ready");
      for (int typed = 1; typed <= 10; typed++) {
        hold.type(CTRL_C);
        hold.awaitSaid("x".repeat(typed));
      }
      hold.type(CTRL_BACKSLASH);
      assertEquals(6, hold.end(), hold.out().toString());
      assertTrue(hold.said("heard " + "x".repeat(10) + "."), hold.out().toString());
    }
  }

  @Test
  void topRedrawsATerminal() throws IOException {
    try (Typed top = Typed.onTerminal(server.url(), directory, "", "top --every 200ms")) {
      top.await("two pictures", () -> top.out().toString().split("64 of 64 served").length > 2);
    }
  }

  private Typed typed(String... words) {
    return new Typed(server.url(), directory, words);
  }

  private static long token(Typed elect) {
    Matcher token = TOKEN.matcher(elect.out().get(0));
    assertTrue(token.matches(), elect.out().toString());
    return Long.parseLong(token.group(1));
  }

  private static String answer(String path) {
    return server.send("GET", path).body();
  }
}
