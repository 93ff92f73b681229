package io.tenure.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Checks that an operator breaks the intended lease and no other, and sees only the actions that
 * are possible.
 */
@RealMachine
class BreakingTest extends Browsing {

  private static final Duration LONG = Duration.ofMinutes(2);

  @Test
  void aLeaseIsBrokenWithItsTokenAndAReason() {
    String lease = server.acquire("jobs/stuck", "ann", LONG);
    Page page = dashboard("#/k/jobs%2Fstuck");
    openBreak(page);
    assertTrue(page.is("document.querySelector('#break-go').disabled"));
    page.click("#break-reason");
    page.type("stuck since noon");
    page.click("#break-now");
    assertTrue(page.is("document.querySelector('#break-go').disabled"), "the key is to be typed");
    page.click("#break-key");
    page.type("jobs/stuck");
    page.screenshot("break");
    page.click("#break-go");

    page.await("!document.querySelector('#break').open");
    page.await("document.querySelector('#key .says').textContent.includes('has no holder')");
    assertTrue(page.text("#key").contains("stuck since noon"));
    assertTrue(server.send("POST", "/v1/leases/" + lease + "/renew").body().contains("BROKEN"));
    assertNothingWentWrong(page);
  }

  @Test
  void aKeyThatChangedHandsMeanwhileIsNotBroken() {
    String first = server.acquire("jobs/stuck", "ann", LONG);
    Page page = dashboard("#/k/jobs%2Fstuck");
    openBreak(page);
    server.send("DELETE", "/v1/leases/" + first);
    String second = server.acquire("jobs/stuck", "ben", LONG);
    page.click("#break-reason");
    page.type("too late");
    page.click("#break-go");

    page.await(
        "document.querySelector('#break .problem').textContent.includes('another holder now')");
    page.screenshot("refused");
    assertEquals(200, server.send("POST", "/v1/leases/" + second + "/renew").statusCode());
  }

  @Test
  void aLeaseUnderASessionIsBrokenAtOnceOnly() {
    String session = session("svc-1");
    server.send("POST", "/v1/leases?key=leader/a&holder=svc-1&session=" + session);
    Page page = dashboard("#/k/leader%2Fa");
    openBreak(page);
    assertEquals(1.0, page.number("document.querySelectorAll('#break input[type=radio]').length"));
    page.click("#break-reason");
    page.type("stuck");
    page.click("#break-key");
    page.type("leader/a");
    page.click("#break-go");

    page.await("document.querySelector('#key .says').textContent.includes('has no holder')");
    assertNothingWentWrong(page);
  }

  @Test
  void oneOfSeveralHoldersIsBrokenAndTheOthersStay() {
    server.send("POST", "/v1/leases?key=pool&holder=ann&ttl=60s&mode=slots&slots=3");
    server.send("POST", "/v1/leases?key=pool&holder=ben&ttl=60s&mode=slots&slots=3");
    server.send("POST", "/v1/leases?key=pool&holder=cid&ttl=60s&mode=slots&slots=3");
    Page page = dashboard("#/k/pool");
    page.await("document.querySelectorAll('#key .danger').length === 3");
    page.press("b");
    assertTrue(page.is("document.activeElement.matches('#key .danger')"), "b leads to the choice");
    page.eval(
        "[...document.querySelectorAll('#key tr')].find(row => row.textContent.startsWith('ben'))"
            + ".querySelector('.danger').click()");
    page.await("document.querySelector('#break').open");
    assertTrue(page.text("#break").contains("ben holds it"));
    page.click("#break-reason");
    page.type("stuck");
    page.click("#break-now");
    page.click("#break-key");
    page.type("pool");
    page.click("#break-go");

    page.await("document.querySelectorAll('#key .danger').length === 2");
    String holders = page.text("#key table");
    assertTrue(holders.contains("ann") && holders.contains("cid"), holders);
    assertNothingWentWrong(page);
  }

  private static void openBreak(Page page) {
    page.await("document.querySelector('#key .danger:not(:disabled)')");
    page.click("#key .danger");
    page.await("document.querySelector('#break').open");
  }
}
