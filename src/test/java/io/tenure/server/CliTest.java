package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import java.nio.file.Path;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the output and exit codes of the commands, in this process, against a real server. */
class CliTest {

  @TempDir static Path data;
  private static Served server;

  private final String key = "cli/" + UUID.randomUUID();
  private Cli cli;

  @BeforeAll
  static void serve() {
    server = new Served(data, "--store", "memory").open();
  }

  @BeforeEach
  void type() {
    cli = new Cli(server.url());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void acquiresRenewsAndReleases() {
    assertEquals(ExitCode.OK, cli.run("acquire", key, "--ttl", "30s", "--quiet"));
    String lease = cli.out().strip();
    assertTrue(Pattern.matches("[A-Za-z0-9_-]{20,}", lease), lease);

    assertEquals(ExitCode.OK, cli.run("renew", lease, "--json"));
    assertTrue(cli.out().contains("\"validForMs\":30000"), cli.out());
    assertEquals(ExitCode.OK, cli.run("release", lease));
    assertTrue(cli.out().startsWith("released token "), cli.out());
    assertEquals(ExitCode.NOT_FOUND, cli.run("renew", lease));
    assertTrue(cli.err().startsWith("tenure: "), cli.err());
    assertEquals("", cli.out());
  }

  @Test
  void aRefusalSaysWhoHoldsSinceWhenForHowLongWithWhichToken() {
    cli.run("acquire", key, "--ttl", "30s", "--holder", "worker-7", "--json");
    String token = cli.field("token");

    assertEquals(ExitCode.HELD, cli.run("acquire", key, "--timeout", "2s"));

    assertEquals("", cli.out());
    String said = cli.err();
    assertTrue(said.startsWith("tenure: " + key + " is held\n  holder     worker-7\n"), said);
    assertTrue(said.contains("  since      2"), said);
    assertTrue(Pattern.compile("remaining  2\\ds, unless it is renewed").matcher(said).find());
    assertTrue(said.contains("  token      " + token + "\n"), said);

    assertEquals(ExitCode.HELD, cli.run("acquire", key, "--json"));
    assertEquals("", cli.out());
    assertTrue(cli.err().startsWith("{\"error\":\"HELD\""), cli.err());
    assertTrue(cli.err().contains("\"token\":" + token), cli.err());
  }

  @Test
  void getShowsWhoHolds() {
    assertEquals(ExitCode.NOT_FOUND, cli.run("get", key));
    assertEquals("tenure: " + key + " has no holder\n", cli.err());
    assertEquals("", cli.out());
    assertEquals(ExitCode.NOT_FOUND, cli.run("get", key, "--json"));
    assertTrue(cli.out().contains("\"held\":false"), cli.out());

    cli.run("acquire", key, "--holder", "me", "--value", "10.0.0.1:80");

    assertEquals(ExitCode.OK, cli.run("get", key));
    String[] lines = cli.out().split("\n");
    assertEquals(2, lines.length, cli.out());
    assertTrue(lines[0].startsWith("KEY "), lines[0]);
    assertTrue(lines[1].matches(key + "  me +\\d+ +\\d+s .* exclusive +10.0.0.1:80"), lines[1]);
  }

  @Test
  void lsListsWhatIsAskedFor() {
    cli.run("acquire", key + "/a", "--holder", "one", "--ttl", "1m");
    cli.run("acquire", key + "/b", "--holder", "two", "--ttl", "20s");

    assertEquals(ExitCode.OK, cli.run("ls", key, "--json"));
    assertEquals(2, cli.out().lines().count(), cli.out());
    cli.run("ls", key, "--holder", "two");
    assertTrue(cli.out().contains(key + "/b") && !cli.out().contains(key + "/a"), cli.out());
    cli.run("ls", key, "--expiring", "30s", "--json");
    assertEquals(key + "/b", cli.field("key"));
    assertEquals(ExitCode.OK, cli.run("ls", key + "/none"));
    assertEquals("tenure: no such key is held\n", cli.err());
  }

  @Test
  void breakEndsOnlyWhatItsTokenNames() {
    assertEquals(ExitCode.NOT_FOUND, cli.run("break", key));
    cli.run("acquire", key, "--json");
    String token = cli.field("token");

    assertEquals(ExitCode.HELD, cli.run("break", key, "--token", "1"));
    assertEquals(ExitCode.OK, cli.run("break", key, "--token", token, "--reason", "night"));

    assertEquals("broken: token " + token + "\n", cli.out());
    assertEquals(ExitCode.NOT_FOUND, cli.run("get", key));
  }

  @Test
  void aFenceForbidsSmallerTokens() {
    assertEquals(ExitCode.OK, cli.run("fence", key, "7"));
    assertEquals("7\n", cli.out());
    assertEquals(ExitCode.FORBIDDEN, cli.run("fence", key, "6"));
    assertEquals("", cli.out());
    assertEquals(ExitCode.OK, cli.run("fence", key, "--json"));
    assertTrue(cli.out().contains("\"token\":7"), cli.out());
  }

  @Test
  void slotsAndReadersHaveTheirPlaces() {
    cli.run("acquire", key, "--slots", "2", "--json");
    cli.run("acquire", key, "--slots", "2", "--json");
    assertEquals("1", cli.field("slot"));
    assertEquals(ExitCode.HELD, cli.run("acquire", key, "--slots", "2"));

    assertEquals(ExitCode.OK, cli.run("acquire", key + "/r", "--shared"));
    assertEquals(ExitCode.OK, cli.run("acquire", key + "/r", "--shared"));
    assertEquals(ExitCode.HELD, cli.run("acquire", key + "/r"));
  }

  @Test
  void aRepeatedRequestIsTheSameLease() {
    String first = cli.output("acquire", key, "--request-id", key, "--quiet");

    assertEquals(first, cli.output("acquire", key, "--request-id", key, "--quiet"));
    assertEquals(ExitCode.HELD, cli.run("acquire", key, "--quiet"));
  }

  @Test
  void topIsOnePictureWithoutATerminal() {
    cli.run("acquire", key, "--ttl", "9s", "--holder", "soon");

    assertEquals(ExitCode.OK, cli.run("top", key));
    assertTrue(cli.out().contains("shards   64 of 64 served, active"), cli.out());
    assertTrue(cli.out().contains("keys     1 held"), cli.out());
    assertTrue(cli.out().contains(key + "  soon"), cli.out());
    assertEquals(ExitCode.OK, cli.run("top", key, "--once", "--json"));
    assertTrue(cli.out().contains("\"serving\":64"), cli.out());
  }

  @Test
  void nothingThatMovesATerminalsCursorIsShown() {
    cli.run("acquire", key, "--holder", "evil\u001b[2J\nme");

    cli.run("get", key);

    assertTrue(cli.out().contains("evil\\u001b[2J\\nme"), cli.out());
    assertFalse(cli.out().contains("\u001b"));
  }

  @Test
  void coloursAreForTerminalsThatWantThem() {
    cli.run("acquire", key);
    cli.run("get", key);
    assertFalse(cli.out().contains("\u001b"));
    assertTrue(new Cli(server.url()).onTerminal().output("get", key).contains("\u001b[1mKEY"));
    Cli without = new Cli(server.url()).onTerminal().with("NO_COLOR", "1");
    assertFalse(without.output("get", key).contains("\u001b"));
    Cli dumb = new Cli(server.url()).onTerminal().with("TERM", "dumb");
    assertFalse(dumb.output("get", key).contains("\u001b"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "get",
        "get a b",
        "acquire k --ttl never",
        "acquire k --slots many",
        "acquire k --slots 2 --shared",
        "acquire k --session s --ttl 1s",
        "get k --timeout 0s",
        "get k --addr ftp://x",
        "hold k",
        "hold k -x",
        "hold k --ttl 9s --grace 4s -- true",
        "watch a --key b",
        "break k --token x",
        "fence f -1",
        "top --every 1ms",
        "completion fish",
      })
  void whatMakesNoSenseIsOneLineAndUsage(String words) {
    assertEquals(ExitCode.USAGE, cli.run(words.split(" ")), cli.err());
    assertEquals("", cli.out());
    assertEquals(1, cli.err().lines().count(), cli.err());
  }

  @Test
  void theServersOwnWordsNameTheField() {
    assertEquals(ExitCode.USAGE, cli.run("acquire", key, "--ttl", "1ms"));
    assertTrue(cli.err().contains("ttl"), cli.err());
  }

  @Test
  void aCredentialIsNeverShown() {
    Cli bad = new Cli(server.url()).with("TENURE_AUTH", "secret\nword");
    assertEquals(ExitCode.USAGE, bad.run("get", key));
    assertFalse(bad.err().contains("secret"), bad.err());
  }
}
