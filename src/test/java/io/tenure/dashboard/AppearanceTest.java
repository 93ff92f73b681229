package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.tenure.server.Opened;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the dashboard can be seen and used: dark and light, on small screens, with screen
 * readers, and at its weight.
 */
@RealMachine
class AppearanceTest extends Browsing {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** The roles that a screen reader announces, and that therefore need a name. */
  private static final Set<String> NAMED =
      Set.of("button", "link", "searchbox", "textbox", "radio", "image", "dialog", "navigation");

  /** The minimum of WCAG for text of normal size. */
  private static final double CONTRAST_MIN = 4.5;

  private static final double PAINT_MILLIS_MAX = 1_000;

  /** The number of attempts: the browser shares the processors with other tests. */
  private static final int LOOKS = 5;

  /** The texts in sight with too little contrast to their background. */
  private static final String TOO_FAINT =
      """
      (() => {
        const rgb = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
        const light = ([r, g, b]) => {
          const part = (c) =>
            c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
          return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
        };
        const behind = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const back = rgb(getComputedStyle(at).backgroundColor);
            if (back.length === 3 || back[3] === 1) return back;
          }
          return [255, 255, 255];
        };
        const faint = [];
        for (const element of document.querySelectorAll('body *')) {
          const own = [...element.childNodes].some(
              (node) => node.nodeType === 3 && node.data.trim());
          if (!own || !element.checkVisibility() || element.closest('.hidden, .skip')) continue;
          const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          const shown = `${element.tagName} "${element.textContent.slice(0, 30)}"`;
          if (contrast < LEAST) faint.push(`${shown} ${contrast.toFixed(2)}`);
        }
        return faint;
      })()
      """;

  @ParameterizedTest
  @ValueSource(strings = {"dark", "light"})
  void everyTextStandsOutFromWhatLiesBehindIt(String scheme) {
    Page page = blank(WIDTH, HEIGHT);
    page.prefers(scheme);
    page.open(server.url() + "/ui/");
    aFewLeases();
    page.await("document.querySelector('#soon li.jeopardy')");
    page.await("document.querySelector('#events .expired')");

    assertEquals(scheme, page.eval("document.documentElement.dataset.theme"));
    assertEquals(List.of(), faint(page));
    page.screenshot("leases-" + scheme);
    page.eval("location.hash = '#/k/jobs%2Fnightly'");
    page.await("document.querySelector('#key .says')");
    assertEquals(List.of(), faint(page));
    page.press("b");
    page.await("document.querySelector('#break').open");
    assertEquals(List.of(), faint(page));
    assertNothingWentWrong(page);
  }

  @Test
  void aThemeThatWasChosenStays() {
    Page page = dashboard("");
    String before = (String) page.eval("document.documentElement.dataset.theme");
    page.press("t");
    String chosen = (String) page.eval("document.documentElement.dataset.theme");
    page.open(server.url() + "/ui/?again");

    assertTrue(!chosen.equals(before));
    assertEquals(chosen, page.eval("document.documentElement.dataset.theme"));
    page.eval("localStorage.clear()");
  }

  @Test
  void itFitsOntoAPhone() {
    aFewLeases();
    Page page = blank(390, 844).open(server.url() + "/ui/");
    page.await("document.querySelectorAll('#rows tr').length > 5");
    assertFits(page);
    page.screenshot("phone");
    for (String address : List.of("#/sessions", "#/server", "#/k/jobs%2Fnightly")) {
      page.eval("location.hash = '" + address + "'");
      page.await("document.querySelector('main').offsetHeight > 0");
      assertFits(page);
    }
    page.await("document.querySelector('#key .says')");
    page.screenshot("phone-key");
    assertNothingWentWrong(page);
  }

  @Test
  void whatCanBeUsedHasANameThatCanBeSaid() {
    aFewLeases();
    Page page = dashboard("#/k/jobs%2Fnightly");
    page.await("document.querySelector('#key .says')");
    page.press("b");
    page.await("document.querySelector('#break').open");
    page.press("Escape");
    page.await("!document.querySelector('#break').open");
    // The page behind a dialog returns to the accessibility tree some time after the dialog has
    // closed.
    Opened.await("all can be used again", () -> usable(page).size() > 15);
    List<String> nameless =
        usable(page).stream()
            .filter(node -> said(node, "name").isBlank())
            .map(JsonObject::encode)
            .toList();

    assertEquals(List.of(), nameless);
    assertEquals("en", page.eval("document.documentElement.lang"));
    assertEquals(
        0.0,
        page.number(
            "document.querySelectorAll('table:not(:has(caption)):not(aside table)').length"));
    assertEquals(1.0, page.number("document.querySelectorAll('h1').length"));
  }

  @Test
  void itIsSmallAndPaintsSoon() {
    aFewLeases();
    Page page = dashboard("");
    double paintMillis = paintMillis(page);
    for (int look = 1; look < LOOKS && paintMillis >= PAINT_MILLIS_MAX; look++) {
      paintMillis = paintMillis(page.open(server.url() + "/ui/?look=" + look));
    }
    double bytes =
        page.number(
            "performance.getEntriesByType('resource').filter(each => !each.name.includes('stream'))"
                + ".concat(performance.getEntriesByType('navigation'))"
                + ".reduce((sum, each) => sum + each.decodedBodySize, 0)");
    System.out.printf("first paint after %.0f ms, %.0f bytes%n", paintMillis, bytes);

    assertTrue(paintMillis < PAINT_MILLIS_MAX, paintMillis + " ms");
    assertTrue(bytes > 20_000 && bytes < 200_000, bytes + " bytes");
  }

  @Test
  void nothingComesFromElsewhere() {
    assertEquals(
        "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        server.get("/ui/").headers().firstValue("content-security-policy").orElse(""));
    assertEquals(308, server.get("/ui").statusCode());
    assertEquals(404, server.get("/ui/../etc/passwd").statusCode());
    assertEquals(405, server.send("POST", "/ui/").statusCode());
    assertEquals(400, server.get("/ui/sessions?cursor=x").statusCode());
    assertEquals(400, server.get("/ui/key?key=").statusCode());
  }

  /** The picture of the README: {@code -Dui.picture=true} stores it there. */
  @Test
  void aPictureOfItIsTaken() throws Exception {
    Page page = blank(1_200, 720);
    page.prefers("light");
    page.open(server.url() + "/ui/");
    aFewLeases();
    page.await("document.querySelectorAll('#rows tr').length > 8");
    page.await("document.querySelector('#tiles b')");
    page.await("document.querySelector('#soon li.jeopardy')");
    Path picture = page.screenshot("dashboard");

    assertTrue(Files.size(picture) > 10_000);
    if (Boolean.getBoolean("ui.picture")) {
      Path shown = Path.of("docs", "images", "dashboard.png");
      Files.createDirectories(shown.getParent());
      Files.write(shown, Files.readAllBytes(picture));
    }
  }

  private void aFewLeases() {
    server.acquire("jobs/nightly", "worker-7", Duration.ofSeconds(30));
    server.acquire("jobs/hourly", "worker-3", Duration.ofSeconds(20));
    server.acquire("leader/billing", "billing-0", Duration.ofSeconds(15));
    server.acquire("leader/search", "search-2", Duration.ofSeconds(12));
    for (int shard = 0; shard < 6; shard++) {
      server.acquire("shard/" + shard, "api-" + shard % 3, LONG);
    }
    server.send("DELETE", "/v1/leases/" + server.acquire("jobs/done", "worker-1", LONG));
    acquireInJeopardy("cron/backup", "host-9");
    server.acquire("cron/mail", "host-2", Duration.ofMillis(200));
    server.sendLater("POST", "/v1/leases?key=jobs/nightly&holder=worker-9&ttl=30s&wait=60s");
  }

  private static void assertFits(Page page) {
    assertTrue(
        page.number("document.documentElement.scrollWidth") <= 390,
        "wider than a phone: " + page.number("document.documentElement.scrollWidth"));
  }

  private static double paintMillis(Page page) {
    page.await("performance.getEntriesByName('first-contentful-paint').length > 0");
    return page.number("performance.getEntriesByName('first-contentful-paint')[0].startTime");
  }

  private static List<Object> faint(Page page) {
    Object faint = page.eval(TOO_FAINT.replace("LEAST", "" + CONTRAST_MIN));
    return ((JsonArray) faint).stream().toList();
  }

  private static List<JsonObject> usable(Page page) {
    JsonArray nodes =
        page.send("Accessibility.getFullAXTree", new JsonObject()).getJsonArray("nodes");
    return IntStream.range(0, nodes.size())
        .mapToObj(nodes::getJsonObject)
        .filter(node -> !node.getBoolean("ignored") && NAMED.contains(said(node, "role")))
        .toList();
  }

  private static String said(JsonObject node, String property) {
    return node.getJsonObject(property, new JsonObject()).getString("value", "");
  }
}
