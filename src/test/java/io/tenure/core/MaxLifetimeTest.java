package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MaxLifetimeTest {

  private final Table table = new Table();

  @Test
  @DisplayName("case 38: no renewal takes a lease beyond its maxLifetime")
  void noRenewalTakesALeaseBeyondItsMaxLifetime() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).maxLifetime(2_500));
    table.pass(900);
    assertEquals(new Validity(1_000, 1_000), term(ann));
    table.pass(900);
    assertEquals(new Validity(1_000, 700), term(ann));
    table.pass(600);
    assertEquals(new Validity(1_000, 100), term(ann));

    table.passUnticked(100);
    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  private Validity term(Reply.Granted granted) {
    return as(RenewalReply.Renewed.class, table.renew(granted.lease())).validity();
  }

  @Test
  void theFastPathKeepsToItToo() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).maxLifetime(1_500));
    table.settle();
    table.pass(900);

    assertEquals(600, table.renewFast(ann.lease()));
  }

  @Test
  void aMaxLifetimeBelowTheTtlCutsTheFirstTerm() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).maxLifetime(400));

    assertEquals(new Validity(1_000, 400), ann.validity());
    table.passUnticked(400);
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aHardTermEndsWithTheMaxLifetime() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).hardTtl(9_000).maxLifetime(2_000));
    table.passUnticked(1_999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));

    table.passUnticked(1);
    assertEquals(
        new RenewalReply.Over(EndReason.EXPIRED, 0, ann.token()), table.renew(ann.lease()));
  }

  @Test
  void aLeaseUnderASessionEndsAtItsMaxLifetimeWhileTheSessionGoesOn() {
    LeaseId session = table.session("ann", 1_000);
    long watcher = table.watch("jobs/a");
    table.own(under(session, "jobs/a", "ann").maxLifetime(1_500));
    table.pass(900);
    table.keepAlive(session);
    table.passUnticked(600);

    assertEquals(List.of(), table.holders("jobs/a"));
    assertEquals("", table.said.events(watcher).get(1).reason(), "the session did not end it");
    as(RenewalReply.Renewed.class, table.keepAlive(session));
  }

  @Test
  void itsEndServesTheQueue() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).maxLifetime(1_500));
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(9_000));
    table.pass(900);
    table.renew(ann.lease());

    table.pass(610);

    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void aSillyMaxLifetimeIsRefused() {
    for (long silly : new long[] {-1, 99, Limits.LIFETIME_MILLIS_MAX + 1, Long.MAX_VALUE}) {
      assertRefused(
          Outcome.INVALID,
          "maxLifetime",
          table.say(lease("jobs/a", "ann", 1_000).maxLifetime(silly).build()));
    }
    assertTrue(table.said.changes.isEmpty());
  }

  @Test
  void theLongestMaxLifetimeDoesNotOverflow() {
    table.own(lease("jobs/a", "ann", 1_000).maxLifetime(Limits.LIFETIME_MILLIS_MAX));

    assertEquals(1_000, table.look("jobs/a").holders().get(0).remainingMillis());
  }
}
