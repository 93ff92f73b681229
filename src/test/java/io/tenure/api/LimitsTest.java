package io.tenure.api;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Table;
import io.tenure.core.WaitingAcquires;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Checks every limit once: the last request within the limit is accepted, and the next one is
 * refused by name.
 */
class LimitsTest {

  private final Table table = new Table(Table.SMALL);

  private void refused(Outcome code, String field, String remedy, Request request) {
    int before = table.said.changes.size();
    assertEquals(new Refusal.Refused(code, field, remedy), table.say(request));
    assertEquals(before, table.said.changes.size(), "a refusal changes nothing");
  }

  @Test
  void theLeasesOfAShard() {
    for (int i = 0; i < 7; i++) {
      table.own("k/" + i, "ann", 1_000);
    }
    table.session("ann", 1_000);

    refused(
        Outcome.LIMIT,
        "key",
        "the shard has no space for another lease (limits.leases-per-shard)",
        lease("k/8", "ann", 1_000).build());
    refused(
        Outcome.LIMIT,
        "session",
        "the shard has no space for another session (limits.leases-per-shard)",
        new Request.OpenSession("ann", 1_000, null));
    table.breakNow("k/0");
    table.own("k/8", "ann", 1_000);
  }

  @Test
  void theLockDelaysOfAShard() {
    for (int i = 0; i < 8; i++) {
      table.own(lease("k/" + i, "ann", 100).lockDelay(10_000));
      table.pass(200);
    }

    refused(
        Outcome.LIMIT,
        "lockDelay",
        "the shard has no space for another lock-delay (limits.leases-per-shard)",
        lease("k/8", "ann", 1_000).lockDelay(10_000).build());
    table.own("k/8", "ann", 1_000);
    table.pass(10_000);
    table.own(lease("k/9", "ann", 1_000).lockDelay(10_000));
  }

  @Test
  void theSlotsOfAKey() {
    for (int i = 0; i < 4; i++) {
      table.own(lease("pool", "w" + i, 1_000).mode(Mode.slots(4)));
    }

    refused(
        Outcome.INVALID,
        "slots",
        "is 5; use 1 to 4",
        lease("other", "ann", 1_000).mode(Mode.slots(5)).build());
  }

  @Test
  void theReadersOfAKeyWaitWhenTheyAreTooMany() {
    for (int i = 0; i < 4; i++) {
      table.own(lease("doc", "r" + i, 1_000).mode(Mode.SHARED));
    }

    as(Refusal.Held.class, table.say(lease("doc", "r4", 1_000).mode(Mode.SHARED).build()));
    long waits = table.queue(lease("doc", "r5", 1_000).mode(Mode.SHARED).waiting(5_000));
    table.pass(1_010);
    assertEquals("r5", table.granted(waits).holder());
  }

  @Test
  void theWaitersOfAKeyAndOfAShard() {
    table.own("a", "ann", 1_000);
    table.own("b", "ann", 1_000);
    String remedy = "as many callers wait as the limits permit; try again later";
    for (int i = 0; i < 3; i++) {
      table.queue(lease("a", "w" + i, 1_000).waiting(5_000));
    }
    refused(Outcome.LIMIT, "wait", remedy, lease("a", "w3", 1_000).waiting(5_000).build());

    table.queue(lease("b", "w4", 1_000).waiting(5_000));
    table.queue(lease("b", "w5", 1_000).waiting(5_000));
    refused(Outcome.LIMIT, "wait", remedy, lease("b", "w6", 1_000).waiting(5_000).build());
    refused(Outcome.LIMIT, "wait", remedy, under(new LeaseId(1, 2, 3, 4, 5), "c", "w7").build());
  }

  @Test
  void theLeasesOfASession() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "a", "ann"));
    table.own(under(session, "b", "ann"));

    refused(
        Outcome.LIMIT,
        "session",
        "it has as many leases as limits.leases-per-session permits",
        under(session, "c", "ann").build());
  }

  @Test
  void theLeasesOfASessionThatATransferWouldGiveIt() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "a", "ann"));
    table.own(under(session, "b", "ann"));
    Reply.Granted bob = table.own("c", "bob", 1_000);
    table.queue(under(session, "c", "ann").waiting(5_000));

    table.transfer(bob.lease(), null);

    int leases =
        as(Reply.SessionState.class, table.say(new Request.InspectSession(session))).leases();
    assertEquals(2, leases);
  }

  @Test
  void theFencesOfAShard() {
    for (int i = 0; i < 3; i++) {
      table.say(new Request.RaiseFence("f" + i, 1));
    }

    refused(
        Outcome.LIMIT,
        "fence",
        "the shard has no space for another fence (limits.fences-per-shard); delete unused ones",
        new Request.RaiseFence("f3", 1));
    assertEquals(new Reply.FenceRaised(2), table.say(new Request.RaiseFence("f0", 2)));
  }

  @Test
  void theWatchersOfAShard() {
    long first = table.watch("a");
    table.watch("b");

    refused(
        Outcome.LIMIT,
        "watch",
        "the shard has its 2 watchers; try again later",
        new PerShardRequest.Watch(Key.of("c"), "", PerShardRequest.FROM_NOW));
    table.say(new PerShardRequest.Unwatch(first));
    as(PerShardReply.Watching.class, table.reply(table.watch("c")));
  }

  @Test
  void theRequestIdsOfALease() {
    LeaseId held = table.own(lease("a", "ann", 1_000).requestId("first")).lease();
    for (int i = 0; i <= Limits.REQUESTS_PER_LEASE_MAX; i++) {
      table.say(new Request.SetValue(held, Value.of("" + i), "v" + i));
    }
    int before = table.said.changes.size();
    table.say(new Request.SetValue(held, Value.of("late"), "v16"));
    assertEquals(before, table.said.changes.size(), "the latest are remembered");

    table.say(new Request.SetValue(held, Value.of("old"), "v0"));
    assertEquals(before + 1, table.said.changes.size(), "the oldest is forgotten");
    assertTrue(table.own(lease("a", "ann", 1_000).requestId("first")).repeated());
  }

  @Test
  void theRequestIdsOfAShard() {
    int max = Table.SMALL.requestIdsMax();
    LeaseId last = table.own("k", "ann", 1_000).lease();
    for (int i = 0; i < max; i++) {
      if (i > 0 && i % 15 == 0) {
        last = table.own("k" + i, "ann", 1_000).lease();
      }
      table.say(new Request.SetValue(last, Value.of("" + i), "v" + i));
    }
    int before = table.said.changes.size();

    assertEquals(
        new Refusal.Refused(
            Outcome.LIMIT,
            "requestId",
            "the shard has no space for another one (limits.request-ids-per-shard); try again"
                + " later"),
        table.say(new Request.SetValue(last, Value.of("more"), "more")));
    assertEquals(before, table.said.changes.size(), "a refusal changes nothing");
    table.say(new Request.SetValue(last, Value.of("without"), null));
    assertEquals(before + 1, table.said.changes.size(), "who needs no memory goes on");
  }

  @Test
  void aRetryIsAnsweredAsWhatItIsThoughNoMoreRequestIdsAreRemembered() {
    Table full =
        new Table(
            new Limits(
                new Limits.Times(100, 10_000, 5_000),
                4,
                3,
                2,
                new Limits.OfShard(9, 5, 3, 2, 4, 3, 6),
                4_112));
    var acquire = lease("a", "ann", 1_000).requestId("1").build();
    Reply.Granted ann = as(Reply.Granted.class, full.say(acquire));
    var waits = lease("a", "bob", 1_000).waiting(5_000).requestId("2");
    long first = full.queue(waits);
    var open = new Request.OpenSession("ann", 1_000, "3");
    LeaseId session = as(Reply.SessionOpened.class, full.say(open)).session();
    full.own("b", "ann", 1_000);
    var doom = new OperatorRequest.Break(Key.of("b"), 0, 100, "", "4");
    Reply broken = full.say(doom);
    LeaseId given = full.own("c", "ann", 1_000).lease();
    var transfer = new Request.Transfer(given, "bob", "5");
    Reply.Transferred handedOn = as(Reply.Transferred.class, full.say(transfer));
    LeaseId next = Objects.requireNonNull(handedOn.lease());
    var value = new Request.SetValue(next, Value.of("x"), "6");
    Reply set = full.say(value);
    full.own(lease("d", "ann", 1_000).requestId("7"));
    int before = full.said.changes.size();

    as(Refusal.Refused.class, full.say(lease("e", "ann", 1_000).requestId("8").build()));
    Reply.Granted again = as(Reply.Granted.class, full.say(acquire));
    long second = full.queue(waits);

    assertEquals(ann.lease(), again.lease());
    Table.assertRefused(Outcome.REPEATED, "requestId", full.reply(first));
    assertNull(full.reply(second));
    assertEquals(session, as(Reply.SessionOpened.class, full.say(open)).session());
    assertEquals(broken, full.say(doom));
    assertEquals(handedOn, full.say(transfer));
    assertEquals(set, full.say(value));
    assertEquals(before, full.said.changes.size(), "a retry changes nothing");
    full.release(ann.lease());
    as(Refusal.RequestConsumed.class, full.say(acquire));
  }

  @Test
  void theAcquiresUnderSessionsNobodyKnows() {
    Table wide =
        new Table(
            new Limits(
                new Limits.Times(100, 10_000, 5_000),
                4,
                4,
                4,
                new Limits.OfShard(64, 5_000, 4, 4, 4, 4, 100),
                Limits.leastTokensFor(4)));
    for (int i = 0; i < WaitingAcquires.AWAITING_HOME_MAX; i++) {
      wide.queue(under(madeUp(i), "k" + i, "eve").waiting(5_000));
    }

    Refusal.Refused refused =
        (Refusal.Refused) wide.say(under(madeUp(-1), "one more", "eve").waiting(5_000).build());
    assertEquals(Outcome.LIMIT, refused.code());
    wide.own("k0", "who needs no session goes on", 1_000);
  }

  private static LeaseId madeUp(int secret) {
    return new LeaseId(9, 1, 1, secret, 1);
  }
}
