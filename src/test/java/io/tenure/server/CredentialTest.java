package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.tenure.cli.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks where the command line finds its credential, and to which servers it sends it. */
class CredentialTest {

  @TempDir Path directory;
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          heard.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void theVariableIsSentToThisMachine() {
    here().with("TENURE_AUTH", "geheim").run("get", "k");

    assertEquals("Bearer geheim", heard.get(0));
  }

  @Test
  void theFileIsSentWithoutItsLineEnd() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "geheim\n");

    here().with("TENURE_AUTH_FILE", file.toString()).run("get", "k");

    assertEquals("Bearer geheim", heard.get(0));
  }

  @Test
  void bothAreOneTooMany() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "geheim\n");
    Cli cli = here().with("TENURE_AUTH", "geheim").with("TENURE_AUTH_FILE", file.toString());

    assertEquals(
        "tenure: TENURE_AUTH_FILE is set, and so is TENURE_AUTH; unset one of them\n",
        refusal(cli));
  }

  @Test
  void aFileWithoutATokenIsRefused() throws IOException {
    Cli missing = here().with("TENURE_AUTH_FILE", "geheim");
    Path file = Files.writeString(directory.resolve("token"), "geheim heim\n");
    Cli blank = here().with("TENURE_AUTH_FILE", file.toString());

    assertTrue(
        refusal(missing).startsWith("tenure: TENURE_AUTH_FILE names a file that is not there;"));
    assertTrue(refusal(blank).startsWith("tenure: TENURE_AUTH_FILE has a line break, a blank"));
  }

  @Test
  void noCredentialGoesToAnotherMachineInClear() throws IOException {
    Path file = Files.writeString(directory.resolve("token"), "geheim\n");
    Cli variable = new Cli("http://tenure.corp:7420").with("TENURE_AUTH", "geheim");
    Cli named = new Cli("http://tenure.corp").with("TENURE_AUTH_FILE", file.toString());
    String refusal =
        " would go over plain http to tenure.corp, for every machine on the way to read;"
            + " use an address with https://, or send no credential\n";

    assertEquals("tenure: TENURE_AUTH" + refusal, refusal(variable));
    assertEquals("tenure: TENURE_AUTH_FILE" + refusal, refusal(named));
    for (String words : List.of("ls", "shards", "top --once", "watch", "hold k -- true")) {
      assertEquals(ExitCode.USAGE, variable.run(words.split(" ")), words);
    }
  }

  private Cli here() {
    return new Cli("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private String refusal(Cli cli) {
    assertEquals(ExitCode.USAGE, cli.run("get", "k"));
    assertEquals(List.of(), heard);
    assertFalse(cli.err().contains("geheim"), cli.err());
    return cli.err();
  }
}
