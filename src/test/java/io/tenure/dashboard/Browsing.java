package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.Request;
import io.tenure.server.Opened;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Opens one browser for all tests, and a server for each test. */
abstract class Browsing {

  static final int WIDTH = 1280;
  static final int HEIGHT = 800;

  /** The time after which a page reports that it has no connection. */
  static final Duration SILENCE = Duration.ofSeconds(4);

  private static Chromium browser;

  @TempDir Path data;

  Opened server;
  private final List<Page> pages = new ArrayList<>();

  @BeforeAll
  static void startBrowser() throws Exception {
    browser = Chromium.shared();
  }

  @BeforeEach
  void openServer() {
    server = new Opened(data);
  }

  @AfterEach
  void closeServer() {
    pages.forEach(Page::close);
    server.close();
  }

  /** The dashboard at {@code address}, such as {@code #/server}. */
  Page dashboard(String address) {
    return blank(WIDTH, HEIGHT).open(server.url() + "/ui/" + address);
  }

  Page blank(int width, int height) {
    Page page = browser.page(width, height);
    pages.add(page);
    return page;
  }

  /** Acquires leases that last, one after the other, but sends all requests at once. */
  void acquireMany(String prefix, int count) {
    for (int at = 0; at < count; at++) {
      Key key = Key.of(prefix + at);
      Request request = AcquireBuilder.of(key, "many").ttl(120_000).build();
      server.router().ask(server.router().shardOf(key), request);
    }
  }

  /**
   * Acquires a lease that has less than a quarter of its ttl left from the beginning, and for long
   * enough.
   */
  void acquireInJeopardy(String key, String holder) {
    server.send("POST", "/v1/leases?ttl=120s&maxLifetime=20s&key=" + key + "&holder=" + holder);
  }

  /** Opens a session of {@code holder} and returns its id. */
  String session(String holder) {
    String answer = server.send("POST", "/v1/sessions?ttl=60s&holder=" + holder).body();
    return answer.replaceAll(".*\"sessionId\":\"([^\"]+)\".*", "$1");
  }

  static void assertNothingWentWrong(Page page) {
    assertEquals(List.of(), page.complaints);
  }

  /** JavaScript that finds the row of a key in the list. */
  static String row(String key) {
    return "[...document.querySelectorAll('#rows tr')]"
        + ".find(tr => tr.querySelector('a').textContent === '"
        + key
        + "')";
  }
}
