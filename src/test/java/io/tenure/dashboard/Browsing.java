package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.Opened;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A browser for all tests of a class, a server for each. */
abstract class Browsing {

  static final int WIDTH = 1280;
  static final int HEIGHT = 800;

  private static Chromium browser;

  @TempDir Path data;

  Opened server;
  private final List<Page> pages = new ArrayList<>();

  @BeforeAll
  static void startBrowser(@TempDir Path profile) throws Exception {
    browser = Chromium.start(profile);
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
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

  /** A session of {@code holder}: its id. */
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
