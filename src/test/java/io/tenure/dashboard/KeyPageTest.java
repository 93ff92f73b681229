package io.tenure.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.machine.RealMachine;
import io.tenure.server.Opened;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the page of one key, and that updates do not disturb its reader. */
@RealMachine
class KeyPageTest extends Browsing {

  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void itSaysWhoHadItAndWhoWaits() {
    server.send("DELETE", "/v1/leases/" + server.acquire("jobs/a b", "ann", LONG));
    server.acquire("jobs/a b", "ben", LONG);
    server.sendLater("POST", "/v1/leases?key=jobs/a%20b&holder=cid&ttl=5s&wait=60s");
    Page page = dashboard("#/k/jobs%2Fa%20b");
    page.await("document.querySelector('#key .says')?.textContent.includes('ben has held')");
    page.await("document.querySelector('#key').textContent.includes('cid')");
    String told = page.text("#key");

    assertTrue(told.contains("Queue: 1 waiter"), told);
    assertTrue(told.contains("released"), told);
    assertTrue(told.contains("ann"), told);
    assertTrue(told.contains("It does not know the holders before that time"), told);
    page.screenshot("key");
    assertNothingWentWrong(page);
  }

  @Test
  void whatIsForgottenIsNotShownAsNothing() {
    int shard = server.router().shardOf(Key.of("held"));
    List<Key> others = keysOf(shard, Limits.HISTORY_MAX + 1);
    String once = others.get(0).toString();
    server.acquire("held", "ann", LONG);
    server.send("DELETE", "/v1/leases/" + server.acquire(once, "ben", LONG));
    for (Key other : others.subList(1, others.size())) {
      server.router().ask(shard, AcquireBuilder.of(other, "cid").ttl(60_000).build());
    }
    Page page = dashboard("#/k/" + once.replace("/", "%2F"));
    page.await("document.querySelector('#key .reach')?.textContent.includes('has forgotten')");
    String forgotten = page.text("#key");
    page.screenshot("forgotten");
    page.eval("location.hash = '#/k/held'");
    page.await("document.querySelector('#key .says')?.textContent.includes('ann has held')");

    assertFalse(forgotten.contains("ben"), forgotten);
    assertTrue(forgotten.contains("The key has had no holder since"), forgotten);
    assertTrue(forgotten.contains("It has forgotten the holders before that time"), forgotten);
    assertTrue(page.text("#key tbody").contains("ann"), "the grant is forgotten, not the holder");
    assertNothingWentWrong(page);
  }

  @Test
  void whoeverReadsOrPressesIsNotDisturbed() {
    for (int before = 0; before < 60; before++) {
      server.send("DELETE", "/v1/leases/" + server.acquire("a", "former-" + before, LONG));
    }
    server.acquire("a", "ann", LONG);
    Page page = dashboard("#/k/a");
    page.await("document.querySelector('#key .danger:not(:disabled)')");
    page.eval("document.querySelector('#key .danger').focus()");
    page.eval("document.querySelector('#key').scrollTop = 700");
    page.eval(
        "getSelection().selectAllChildren([...document.querySelectorAll('#key td')]"
            + ".find(each => each.textContent === 'former-40'))");
    awaitNews(page);

    assertEquals(700.0, page.number("document.querySelector('#key').scrollTop"));
    assertEquals("former-40", page.eval("getSelection().toString()"));
    assertTrue(page.is("document.activeElement.matches('#key .danger')"));
    page.mouse("mousePressed", "#key .danger");
    awaitNews(page);
    page.mouse("mouseReleased", "#key .danger");
    page.await("document.querySelector('#break').open");
    assertNothingWentWrong(page);
  }

  @Test
  void aButtonNeverBecomesThatOfAnotherHolder() {
    String first = slot("ann");
    slot("ben");
    slot("cid");
    Page page = dashboard("#/k/pool");
    page.await("document.querySelectorAll('#key .danger').length === 3");
    page.eval("window.buttons = [...document.querySelectorAll('#key .danger')]");
    page.eval("buttons[1].focus()");
    server.send("DELETE", "/v1/leases/" + first);
    page.await("document.querySelectorAll('#key .danger').length === 2");

    assertFalse(page.is("buttons[0].isConnected"), "that of the one who left has left");
    assertTrue(page.is("document.activeElement === buttons[1]"));
    assertTrue(page.is("buttons[1].closest('tr').textContent.includes('ben')"));
    assertTrue(page.is("buttons[2].closest('tr').textContent.includes('cid')"));
  }

  @Test
  void nobodyWhoHoldsItIsCalledEarlier() {
    long[] tokens = {token(slotAnswer("ann")), token(slotAnswer("ben")), token(slotAnswer("cid"))};
    server.send("POST", "/v1/fences/pool?token=" + tokens[1]);
    Page page = dashboard("#/k/pool");
    page.await("document.querySelectorAll('#key .danger').length === 3");
    String told = page.text("#key");

    assertTrue(told.contains("A token below " + tokens[0] + " belongs to an earlier holder"), told);
    assertTrue(told.contains("The tokens of all 3 present holders are valid"), told);
    assertTrue(told.contains("refuses tokens below " + tokens[1]), told);
  }

  @Test
  void theCommandThatIsCopiedIsOneWordForAShell() throws Exception {
    String key = "it's '; touch planted #";
    server.acquire(key, "ann", LONG);
    Page page = dashboard("#/k/" + URLEncoder.encode(key, UTF_8).replace("+", "%20"));
    page.await("document.querySelector('#key [data-name=copy]')");
    page.eval("navigator.clipboard.writeText = (text) => { window.copied = text; }");
    page.eval("document.querySelector('#key [data-name=copy]').click()");
    String copied = (String) page.eval("window.copied");
    Process shell =
        new ProcessBuilder("sh", "-c", copied.replaceFirst("^curl ", "printf '%s\\\\n' "))
            .redirectErrorStream(true)
            .start();

    List<String> words = shell.inputReader().lines().toList();
    String address = server.url() + "/v1/keys/";
    assertEquals(1, words.size(), copied + words);
    assertTrue(words.get(0).startsWith(address), copied + words);
    assertEquals(key, URLDecoder.decode(words.get(0).substring(address.length()), UTF_8), copied);
    assertNothingWentWrong(page);
  }

  private String slot(String holder) {
    return Opened.leaseId(slotAnswer(holder));
  }

  private String slotAnswer(String holder) {
    return server
        .send("POST", "/v1/leases?key=pool&ttl=60s&mode=slots&slots=3&holder=" + holder)
        .body();
  }

  private static long token(String answer) {
    return Long.parseLong(answer.replaceAll(".*\"token\":(\\d+).*", "$1"));
  }

  /** Waits for an update: the sentence of the page says for how long the key has been held. */
  private static void awaitNews(Page page) {
    String said = page.text("#key .says");
    page.await("document.querySelector('#key .says').textContent !== '" + said + "'");
  }

  private List<Key> keysOf(int shard, int count) {
    return IntStream.iterate(0, at -> at + 1)
        .mapToObj(at -> Key.of("noise/" + at))
        .filter(key -> server.router().shardOf(key) == shard)
        .limit(count)
        .toList();
  }
}
