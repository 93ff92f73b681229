package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.ReadmeTest;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.http.HttpOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands that the pages of {@code docs} show; the README has its own test. */
class ExamplesTest {

  private static final Pattern TARGET = Pattern.compile("targets: \\[\"127\\.0\\.0\\.1:(\\d+)\"");

  @TempDir static Path directory;

  private static Served server;

  @BeforeAll
  static void open() throws Exception {
    server = new Served(directory.toRealPath().resolve("data"), "--store", "memory").open();
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void whatThePageOfHttpShowsIsAnswered() throws Exception {
    List<String> lines =
        shown("http.md")
            .replace("\\\n", "")
            .lines()
            .filter(line -> line.startsWith("curl "))
            .toList();
    assertEquals(2, lines.size());

    assertTrue(ReadmeTest.answer(typed(lines.get(0))).contains("\"holder\":\"me\""));
    Process waits = typed(lines.get(1));
    server.await("it waits", () -> key().contains("\"waiters\":1"));
    server.send("DELETE", "/v1/keys/jobs/nightly");
    assertTrue(ReadmeTest.answer(waits).contains("\"holder\":\"me\""));
    server.send("DELETE", "/v1/keys/jobs/nightly");
  }

  @Test
  void whatThePageOfOperatingShowsIsScraped() throws Exception {
    Matcher target = TARGET.matcher(shown("operating.md"));
    assertTrue(target.find());
    assertEquals(HttpOptions.PORT, Integer.parseInt(target.group(1)));

    HttpResponse<String> scraped = server.send("GET", "/metrics");
    assertEquals(200, scraped.statusCode());
    assertTrue(scraped.headers().firstValue("content-type").orElse("").startsWith("text/plain"));
  }

  @Test
  void whatThePageOfTheCommandLineShowsWorks() throws Exception {
    List<String> lines =
        shown("cli.md").lines().filter(line -> line.contains("./tenure ")).limit(4).toList();
    Path backup = directory.resolve("backup.sh");
    Files.writeString(backup, "until [ -e $0.over ]; do sleep .05; done");

    Process holds = typed(lines.get(0).replace("./backup.sh", "sh " + backup));
    server.await("it is held", () -> key().contains("\"held\":true"));
    assertTrue(ReadmeTest.answer(typed(lines.get(1))).contains("jobs/nightly"));
    assertTrue(ReadmeTest.answer(typed(lines.get(2))).contains("jobs/nightly"));
    Files.createFile(directory.resolve("backup.sh.over"));
    ReadmeTest.answer(holds);
    assertEquals(
        "function\n", ReadmeTest.answer(typed(lines.get(3) + "; type -t _complete_tenure")));
  }

  @Test
  void theLimitsThatThePageOfHttpTellsAreTheStandards() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT;
    String page = Files.readString(Path.of("docs", "http.md")).replaceAll("\\s+", " ");
    String told = page.substring(page.indexOf("## Limits"));
    for (String limit :
        List.of(
            "connections %,d ".formatted(limits.connections().all()),
            "%,d of them from one address".formatted(limits.connections().ofAddress()),
            "body %d KiB".formatted(limits.sizes().bodyBytes() >> 10),
            "headers and address %d KiB each".formatted(limits.sizes().headerBytes() >> 10),
            "%d s for the first request and for a body"
                .formatted(limits.times().headMillis() / 1_000),
            "%d s between requests".formatted(limits.times().idleMillis() / 1_000),
            "%d s to read an answer".formatted(limits.times().writeMillis() / 1_000),
            "%d answers unread".formatted(limits.pipelined()),
            "%d KiB of events".formatted(limits.events().eventBytes() >> 10))) {
      assertTrue(told.contains(limit), limit);
    }
    assertEquals(limits.sizes().headerBytes(), limits.sizes().uriBytes());
    assertEquals(limits.times().headMillis(), limits.times().bodyMillis());
  }

  /** The indented lines of a page. */
  private static String shown(String page) throws IOException {
    StringBuilder shown = new StringBuilder();
    for (String line : Files.readAllLines(Path.of("docs", page))) {
      if (line.startsWith("    ")) {
        shown.append(line.strip()).append('\n');
      }
    }
    return shown.toString();
  }

  private static String key() {
    return server.send("GET", "/v1/keys/jobs/nightly").body();
  }

  private static Process typed(String line) throws IOException {
    String address = server.url().substring("http://".length());
    return ReadmeTest.shell(server, line.replace("localhost:7420", address));
  }
}
