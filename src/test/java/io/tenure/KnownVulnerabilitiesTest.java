package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.tenure.machine.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code .ci/known-vulnerabilities} against a service of the test. */
class KnownVulnerabilitiesTest {

  private static final String LIST =
      """
      { "metadata" : { "component" : { "purl" : "pkg:maven/io.tenure/tenure@1?type=jar" } },
        "components" : [
          { "purl" : "pkg:maven/io.sound/sound@1.0?type=jar" },
          { "purl" : "pkg:maven/io.rotten/rotten@2.0?classifier=linux&type=jar"
          } ] }
      """;

  private static final String TWO =
      "{\"results\":[{\"vulns\":[{\"id\":\"GHSA-1\",\"modified\":\"2026\"},{\"id\": \"CVE-2\"}]}]}";

  private record Ran(int code, String out, String err) {}

  @TempDir Path directory;
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer service;
  private String address;
  private Path list;

  @BeforeEach
  void serve() throws IOException {
    list = Files.writeString(directory.resolve("bom.json"), LIST);
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    address = "http://127.0.0.1:" + service.getAddress().getPort();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  @Test
  void eachLibraryIsAskedAboutOnceAndTheServerItselfIsNone() throws Exception {
    answer("", "{\"results\":[{}]}");

    assertEquals(new Ran(0, "0 known vulnerabilities in 2 libraries\n", ""), run());
    assertEquals(
        List.of(
            "{\"queries\":[{\"package\":{\"purl\":\"pkg:maven/io.rotten/rotten@2.0\"}}]}",
            "{\"queries\":[{\"package\":{\"purl\":\"pkg:maven/io.sound/sound@1.0\"}}]}"),
        asked);
  }

  @Test
  void whatIsKnownIsListedAndFails() throws Exception {
    answer("rotten", TWO);

    assertEquals(
        new Ran(
            1,
            """
            maven/io.rotten/rotten@2.0 GHSA-1 https://osv.dev/vulnerability/GHSA-1
            maven/io.rotten/rotten@2.0 CVE-2 https://osv.dev/vulnerability/CVE-2
            2 known vulnerabilities in 2 libraries
            """,
            ""),
        run());
  }

  @Test
  void aServiceThatDoesNotAnswerIsNoGoodNews() throws Exception {
    address = "http://127.0.0.1:" + Ports.free();

    Ran silent = run();

    assertEquals(69, silent.code());
    assertTrue(silent.err().contains("does not answer"), silent.err());
    assertTrue(silent.err().contains("docs/security.md"), silent.err());
    assertEquals("", silent.out());
  }

  @Test
  void aPageOfAnotherServiceIsNoGoodNews() throws Exception {
    answer("", "<html>please log in</html>");

    Ran other = run();

    assertEquals(69, other.code());
    assertTrue(other.err().contains("is no OSV service"), other.err());
  }

  @Test
  void aListThatIsNotThereIsNoGoodNews() throws Exception {
    Files.delete(list);
    Ran missing = run();
    Files.writeString(list, "{}");
    Ran empty = run();

    assertEquals(List.of(66, 66), List.of(missing.code(), empty.code()));
    assertTrue(missing.err().contains("./mvnw -DskipTests package"), missing.err());
    assertTrue(empty.err().contains("names no library"), empty.err());
  }

  /** Answers questions with {@code part} in them so, and others that nothing is known. */
  private void answer(String part, String answer) {
    service.createContext(
        "/v1/querybatch",
        exchange -> {
          String question =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          asked.add(question);
          byte[] reply =
              (question.contains(part) ? answer : "{\"results\":[{}]}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, reply.length);
          exchange.getResponseBody().write(reply);
          exchange.close();
        });
    service.start();
  }

  private Ran run() throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(".ci/known-vulnerabilities", list.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
    builder.environment().put("OSV_ADDR", address);
    int code = builder.start().waitFor();
    return new Ran(code, Files.readString(out), Files.readString(err));
  }
}
