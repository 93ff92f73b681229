package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.tenure.server.Opened;
import io.vertx.core.json.JsonArray;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what an operator sees and does, in a real browser on a real server. */
@RealMachine
class DashboardBroadcasterTest extends Browsing {

  private static final Duration LONG = Duration.ofMinutes(2);

  private static final String BANNER = "document.querySelector('#banner').textContent";

  /** Collects the state that the only row shows, after every change in this row. */
  private static final String STATES =
      """
      window.states = new Set();
      new MutationObserver(() => {
        const state = document.querySelector('#rows tr .state');
        if (state) states.add(state.textContent);
      }).observe(document.querySelector('#rows'), {childList: true, subtree: true});
      """;

  /** Some seconds: more than a moment, less than minutes. */
  private static final String SOME_SECONDS = "/^[1-9][0-9]? s$/.test";

  @Test
  void aLeaseAppearsDrainsAndExpires() {
    Page page = dashboard("");
    page.await("document.querySelector('#leases-empty').textContent.includes('No key is held')");
    page.screenshot("empty");
    page.eval(STATES);
    server.send("POST", "/v1/leases?key=jobs/nightly&holder=worker-7&ttl=8s&maxLifetime=4s");
    page.await(row("jobs/nightly"));
    assertTrue(page.is(row("jobs/nightly") + ".textContent.includes('worker-7')"));
    page.await("states.has('expired') && !(" + row("jobs/nightly") + ")");

    assertEquals(
        new JsonArray(List.of("healthy", "in jeopardy", "expired")),
        page.eval("[...states].filter(state => state !== 'ended')"));
    assertTrue(
        page.is("document.querySelector('#events .expired').textContent.includes('jobs/nightly')"));
    assertNothingWentWrong(page);
  }

  @Test
  void aRenewalFillsTheRing() {
    String lease = server.acquire("a", "ann", Duration.ofSeconds(6));
    Page page = dashboard("");
    page.await(row("a"));
    page.await(left("a") + " < 5");

    Opened.await(
        "it is full again",
        () -> {
          server.send("POST", "/v1/leases/" + lease + "/renew");
          return page.is(left("a") + " > 5.2");
        });
  }

  @Test
  void theListIsNarrowedByTheBeginningAPartAndTheHolder() {
    acquireMany("bulk/", 700);
    server.acquire("jobs/nightly", "ann", LONG);
    server.acquire("jobs/hourly", "ben", LONG);
    Page page = dashboard("");
    page.await("document.querySelectorAll('#rows tr').length === 500");
    assertTrue(page.text("#leases-note").contains("there are more"));

    search(page, "jobs/", 2);
    search(page, "*night", 1);
    search(page, "@ben", 1);
    page.await(row("jobs/hourly"));
    page.screenshot("filtered");
    server.acquire("leader/x", "ben", LONG);
    page.await("document.querySelectorAll('#rows tr').length === 2");
    search(page, "nothing/like/it", 0);
    page.await("document.querySelector('#leases-empty').textContent.includes('No held key')");
    assertNothingWentWrong(page);
  }

  @Test
  void aLostServerIsSeenAndFoundAgain(@TempDir Path other) {
    server.acquire("before", "ann", LONG);
    int port = URI.create(server.url()).getPort();
    Page page = dashboard("");
    page.await(row("before"));
    server.close();
    page.await("document.body.classList.contains('stale')");
    String frozen = page.text("#rows .left");

    assertTrue(page.text("#banner").contains("what you see is old"));
    assertEquals("disconnected", page.text("#live-text"));
    page.await(row("before") + ".textContent.includes('not known')");
    page.screenshot("disconnected");
    server = new Opened(other, "PORT", "" + port);
    server.acquire("after", "ben", LONG);
    page.await(row("after"));
    page.await("!document.body.classList.contains('stale')");

    assertFalse(page.is(row("before")), "it was lost with the memory of the first server");
    assertTrue(page.text("#events").contains("connected again"));
    assertTrue(frozen.endsWith("s"));
  }

  @Test
  void aServerThatWasNeverThereIsSaid() {
    Page page = blank(WIDTH, HEIGHT);
    page.block("*/ui/stream*");
    page.begin(server.url() + "/ui/").passes(SILENCE);
    page.await(BANNER + ".includes('The server does not answer yet')");
    page.block();

    page.await("document.querySelector('#banner').hidden");
    assertEquals("live", page.text("#live-text"));
    assertFalse(page.text("#events").contains("connected again"), "it never was before");
  }

  @Test
  void aPageForWhichThereIsNoRoomSaysWhyAndComesWhenThereIs() throws Exception {
    List<InputStream> others = new ArrayList<>();
    for (HttpResponse<InputStream> other = server.openStream("/ui/stream");
        other.statusCode() == 200;
        other = server.openStream("/ui/stream")) {
      others.add(other.body());
    }
    Page page = blank(WIDTH, HEIGHT).begin(server.url() + "/ui/");
    page.passes(SILENCE);
    page.await(BANNER + ".includes('64 pages are open already: close one')");
    for (InputStream other : others) {
      other.close();
    }

    page.await("document.querySelector('#banner').hidden");
    assertEquals("live", page.text("#live-text"));
  }

  @Test
  void whoeverLooksForSomethingElseWasNotDisconnected() {
    server.acquire("jobs/a", "ann", LONG);
    Page page = dashboard("");
    page.await(row("jobs/a"));
    page.click("#query");
    page.type("jobs/");
    page.await("document.querySelector('#leases-note').textContent.includes('match')");

    assertFalse(page.text("#events").contains("connected again"), page.text("#events"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-300_000, 300_000})
  void aBrowserWithAnotherTimeShowsTheSameAges(int millis) {
    server.acquire("a", "ann", LONG);
    session("svc-1");
    Page page = blank(WIDTH, HEIGHT);
    page.atStart("const now = Date.now; Date.now = () => now() + " + millis);
    page.open(server.url() + "/ui/");

    page.await(SOME_SECONDS + "(" + row("a") + "?.cells[3].textContent)");
    page.eval("location.hash = '#/k/a'");
    page.await("/ for [1-9][0-9]? s;/.test(document.querySelector('#key .says')?.textContent)");
    page.eval("location.hash = '#/sessions'");
    page.await(SOME_SECONDS + "(document.querySelector('#session-rows tr')?.cells[2].textContent)");
  }

  @Test
  void everythingIsReachedByKeys() {
    server.acquire("jobs/a", "ann", LONG);
    server.acquire("jobs/b", "ben", LONG);
    Page page = dashboard("");
    page.await("document.querySelectorAll('#rows tr').length === 2");
    page.press("j");
    page.press("j");
    page.press("Enter");
    page.await("!document.querySelector('#key').hidden");
    page.await("document.querySelector('#key .says')");
    page.press("b");
    page.await("document.querySelector('#break').open");
    assertEquals("break-reason", page.eval("document.activeElement.id"));
    page.press("Escape");
    page.await("!document.querySelector('#break').open");
    page.press("Escape");
    page.await("document.querySelector('#key').hidden");
    assertTrue(page.is("document.activeElement.closest('#rows')"), "the focus is back");
    page.press("/");
    page.type("jobs/zzz");
    page.press("Enter");
    page.await("document.querySelector('#key .says')?.textContent.includes('has no holder')");
    page.press("Escape");
    page.await("document.activeElement.id === 'query'");
    page.press("Escape");
    page.press("3");
    page.await("!document.querySelector('#view-server').hidden");
    page.press("p");
    assertEquals("true", page.eval("document.querySelector('#pause').ariaPressed"));
    page.press("?");
    page.await("document.querySelector('#keys').open");
    assertNothingWentWrong(page);
  }

  @Test
  void sessionsAreShownWithWhatTheyKeep() {
    String session = session("svc-1");
    server.send("POST", "/v1/leases?key=leader/a&holder=svc-1&session=" + session);
    server.send("POST", "/v1/leases?key=leader/b&holder=svc-1&session=" + session);
    Page page = dashboard("#/sessions");
    page.await("document.querySelector('#session-rows')?.textContent.includes('leader/a')");
    page.await("document.querySelector('#session-rows').textContent.includes('leader/b')");

    assertFalse(page.is("document.documentElement.outerHTML.includes('" + session + "')"));
    page.screenshot("sessions");
    assertNothingWentWrong(page);
  }

  @Test
  void aSessionThatIsLookedAtKeepsTheFocus() {
    String session = session("svc-1");
    server.send("POST", "/v1/leases?key=leader/a&holder=svc-1&session=" + session);
    Page page = dashboard("#/sessions");
    page.await("document.querySelector('#session-rows a')");
    page.eval("document.querySelector('#session-rows a').focus()");
    server.send("POST", "/v1/sessions?holder=svc-2&ttl=60s");
    page.await("document.querySelector('#session-rows').textContent.includes('svc-2')");

    assertEquals("leader/a", page.eval("document.activeElement.textContent"));
  }

  @Test
  void sessionsThatCannotBeHadAreSaidToBeOld() {
    server.send("POST", "/v1/sessions?holder=svc-1&ttl=60s");
    Page page = dashboard("#/sessions");
    page.await("document.querySelector('#session-rows').textContent.includes('svc-1')");
    page.eval(
        "window.fetch = () => Promise.resolve(new Response("
            + "'{\"detail\": \"shard 3 is not served here now\"}', {status: 503}))");
    page.await("document.querySelector('#sessions-note').textContent.includes('shard 3')");
    assertTrue(page.text("#sessions-note").contains("what you see is old"));
    assertTrue(page.text("#session-rows").contains("svc-1"));
  }

  @Test
  void anAddressThatIsNoAddressOpensTheKeyAsItIsWritten() {
    Page page = dashboard("#/k/100%");

    page.await("document.querySelector('#key .says')?.textContent.includes('100% has no holder')");
    assertNothingWentWrong(page);
  }

  @Test
  void theServersHealthIsPlotted() {
    for (int at = 0; at < 50; at++) {
      String lease = server.acquire("a" + at, "ann", LONG);
      server.send("POST", "/v1/leases/" + lease + "/renew");
    }
    server.acquire("soon", "ann", Duration.ofSeconds(50));
    Page page = dashboard("#/server");
    page.await("document.querySelector('#latency-legend').textContent.includes('acquire')");
    page.await("document.querySelector('#heat-text').textContent.includes('About 1 lease is due')");
    page.await("document.querySelector('#heat-text').textContent.includes('Hottest')");

    assertTrue(page.text("#store").contains("memory"));
    assertTrue(page.text("#process").contains("64 serves of 64"));
    page.screenshot("server");
    assertNothingWentWrong(page);
  }

  private static void search(Page page, String text, int rows) {
    page.click("#query");
    page.eval("document.querySelector('#query').select()");
    page.type(text);
    page.await("document.querySelectorAll('#rows tr:not(.gone)').length === " + rows);
  }

  private static String left(String key) {
    return "parseFloat(" + row(key) + ".querySelector('.left').textContent)";
  }
}
