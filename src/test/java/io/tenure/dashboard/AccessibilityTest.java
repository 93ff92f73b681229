package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.tenure.server.NodePackages;
import io.vertx.core.json.JsonArray;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks with all rules of axe that every page, in each of its states, has no violation. */
@RealMachine
class AccessibilityTest extends Browsing {

  private static final Duration LONG = Duration.ofMinutes(2);

  /**
   * The violations with their places and reasons, and the number of rules that found something to
   * check.
   */
  private static final String LOOK =
      """
      axe.run(document).then(({violations, passes}) => [passes.length, ...violations.flatMap(
        (rule) => rule.nodes.map((node) => `${rule.id} ${node.target}: ${node.failureSummary}`))])
      """;

  /** A low limit, because an open dialog hides nearly the whole page from axe. */
  private static final int RULES_MIN = 10;

  private static String axe;

  private final List<String> wrong = new ArrayList<>();

  @BeforeAll
  static void fetchAxe() throws Exception {
    Path packages = NodePackages.installed().resolve("node_modules");
    axe = Files.readString(packages.resolve("axe-core/axe.min.js"));
  }

  @ParameterizedTest
  @CsvSource({"dark, 1280", "light, 1280", "light, 390"})
  void nothingIsWrongWithAnyPage(String scheme, int width) {
    Page page = blank(width, HEIGHT);
    page.prefers(scheme);
    page.open(server.url() + "/ui/");
    page.eval(axe + "; true");
    look(page, "empty");
    page.eval("location.hash = '#/sessions'");
    page.await("!document.querySelector('#sessions-empty').hidden");
    look(page, "no sessions");
    page.eval("location.hash = '#/'");

    aFewLeases();
    page.await("document.querySelector('#rows tr.jeopardy')");
    page.await("document.querySelector('#events li') && document.querySelector('#soon li')");
    look(page, "list");
    String over = server.acquire("cron/mail", "host-2", LONG);
    page.await(row("cron/mail"));
    server.send("DELETE", "/v1/leases/" + over);
    page.await("document.querySelector('#rows tr.gone')");
    look(page, "a lease that ended");
    page.eval("location.hash = '#/sessions'");
    page.await("document.querySelector('#session-rows a')");
    look(page, "sessions");
    page.eval("location.hash = '#/server'");
    page.await("document.querySelector('#heat-text').textContent.includes('Hottest')");
    look(page, "server");
    page.eval("location.hash = '#/k/jobs%2Fnightly'");
    page.await("document.querySelector('#key .says')?.textContent.includes('has held')");
    look(page, "key");
    page.press("b");
    page.await("document.querySelector('#break').open");
    page.click("#break-now");
    look(page, "break");
    page.press("Escape");
    page.eval("location.hash = '#/k/pool'");
    page.await("document.querySelectorAll('#key .danger').length === 2");
    look(page, "key of several");
    page.eval("location.hash = '#/k/nobody'");
    page.await("document.querySelector('#key .says')?.textContent.includes('has no holder')");
    look(page, "free key");
    page.press("Escape");
    page.await("document.querySelector('#key').hidden");
    page.press("?");
    page.await("document.querySelector('#keys').open");
    look(page, "keys");
    page.press("Escape");
    page.await("!document.querySelector('#keys').open");
    page.press("/");
    page.type("nothing/like/it");
    page.await("document.querySelector('#leases-empty').textContent.includes('No held key')");
    look(page, "nothing found");
    server.close();
    page.passes(SILENCE);
    page.await("document.body.classList.contains('stale')");
    look(page, "disconnected");
    openServer();

    assertEquals(List.of(), wrong);
  }

  @Test
  void whatIsWrongIsFound() {
    Page page = dashboard("");
    page.eval(axe + "; true");
    page.eval("document.querySelector('#pause').textContent = ''");
    page.eval("document.querySelector('#pause').removeAttribute('title')");
    look(page, "spoilt");

    assertTrue(wrong.stream().anyMatch(each -> each.contains("#pause")), wrong.toString());
  }

  private void look(Page page, String state) {
    JsonArray seen = (JsonArray) page.eval(LOOK);
    assertTrue(
        seen.getInteger(0) >= RULES_MIN, state + ": only " + seen.getInteger(0) + " rules apply");
    seen.stream().skip(1).forEach(each -> wrong.add(state + ": " + each));
  }

  private void aFewLeases() {
    server.send("DELETE", "/v1/leases/" + server.acquire("jobs/nightly", "ann", LONG));
    server.acquire("jobs/nightly", "worker-7", LONG);
    server.sendLater("POST", "/v1/leases?key=jobs/nightly&holder=worker-9&ttl=30s&wait=60s");
    acquireInJeopardy("cron/backup", "host-9");
    server.send("POST", "/v1/leases?key=pool&holder=ann&ttl=60s&mode=slots&slots=3");
    server.send("POST", "/v1/leases?key=pool&holder=ben&ttl=60s&mode=slots&slots=3");
    String session = session("svc-1");
    server.send("POST", "/v1/leases?key=leader/a&holder=svc-1&session=" + session);
  }
}
