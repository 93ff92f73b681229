package io.tenure.core;

import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DashboardQueriesTest {

  private final Table table = new Table();

  @Test
  void keysAreFoundByTheirBeginningAPartOfThemAndTheirHolder() {
    table.own("jobs/nightly", "ann", 10_000);
    table.own("jobs/hourly", "ben", 10_000);
    table.own("leader/jobs", "ann", 10_000);

    assertEquals(List.of("jobs/nightly", "jobs/hourly"), find("jobs/", "", ""));
    assertEquals(List.of("jobs/hourly"), find("", "hour", ""));
    assertEquals(List.of("jobs/nightly", "leader/jobs"), find("", "", "ann"));
    assertEquals(List.of("leader/jobs"), find("leader", "jobs", "ann"));
    assertEquals(List.of(), find("", "", "nobody"));
    assertEquals(List.of(), find("", "jobs/nightly/more", ""));
  }

  @Test
  void aPageLooksAtAFewThousandSlotsAndIsGoneOnFrom() {
    for (int at = 0; at < 3 * DashboardQueries.ROWS_PER_PAGE; at++) {
      table.own("k" + at, "ann", 60_000);
    }
    table.own("rare", "ann", 60_000);
    long cursor = 0;
    List<Integer> found = new ArrayList<>();
    do {
      PerShardReply.Page page =
          (PerShardReply.Page) table.say(new Query.Find("rare", "", "", cursor, 10));
      found.add(page.keys().size());
      cursor = page.next();
    } while (cursor != 0);

    assertEquals(List.of(0, 0, 0, 1), found);
  }

  @Test
  void theSoonestAreThoseWhoseDeadlinesAreNearestAsTheyAreNow() {
    for (int at = 0; at < 20; at++) {
      table.own("k" + at, "ann", 10_000 + at * 100);
    }
    LeaseId renewed = table.own("renewed", "ann", 9_000).lease();
    table.own("later", "ann", 80_000);
    table.passUnticked(5_000);
    table.renew(renewed);
    PerShardReply.Soon soon = (PerShardReply.Soon) table.say(new Query.Soonest(3));

    assertEquals(List.of("k0", "k1", "k2"), keys(soon.leases()));
    assertTrue(soon.complete());
    assertEquals(5_000, soon.leases().get(0).holder().remainingMillis());
    assertEquals(10_000, soon.leases().get(0).holder().ttlMillis());
  }

  @Test
  void alsoThoseAreSeenWhoseTimeBeginsInTheNextSpanOfTheWheel() {
    table.own("far", "ann", 30_000);
    for (int second = 0; second < 29; second++) {
      table.pass(1_000);
      PerShardReply.Soon soon = (PerShardReply.Soon) table.say(new Query.Soonest(3));
      assertTrue(second < 18 || keys(soon.leases()).equals(List.of("far")), "second " + second);
    }
  }

  @Test
  void whatIsDueWithinAMinuteIsCounted() {
    for (int at = 0; at < 10; at++) {
      table.own("near" + at, "ann", 10_000);
      table.own("minute" + at, "ann", 58_000);
      table.own("beyond" + at, "ann", 62_000);
      table.own("far" + at, "ann", 3_600_000);
      table.release(table.own("over" + at, "ann", 10_000).lease());
    }

    assertEquals(20, due());
  }

  @Test
  void whatIsDueIsReckonedFromSomeOfMany() {
    for (int at = 0; at < 2_000; at++) {
      table.own("near" + at, "ann", 10_000);
      table.own("far" + at, "ann", 50_000);
    }

    assertEquals(4_000, due());
    table.pass(11_000);
    assertEquals(2_000, due());
  }

  private long due() {
    return ((PerShardReply.Soon) table.say(new Query.Soonest(3))).due();
  }

  @Test
  void tooManyToLookAtIsSaid() {
    for (int at = 0; at < 1_000; at++) {
      table.own("k" + at, "ann", 5_000);
    }
    PerShardReply.Soon soon = (PerShardReply.Soon) table.say(new Query.Soonest(10));

    assertFalse(soon.complete());
    assertEquals(10, soon.leases().size());
  }

  @Test
  void whatIsForgottenOfAKeyIsNotSaidToBeAll() {
    table.release(table.own("a", "ann", 10_000).lease());
    for (int at = 0; at < DashboardQueries.EVENTS_SEEN_MAX / 2; at++) {
      table.said.wallSeconds = 1_001L + at;
      table.release(table.own("b", "ben", 10_000).lease());
    }
    PerShardReply.Recalled past = (PerShardReply.Recalled) table.say(new Query.Recall(Key.of("a")));

    assertEquals(List.of(), past.events());
    assertFalse(past.complete());
    assertEquals(1_001, past.sinceSeconds());
  }

  @Test
  void whatBecameOfAKeyIsRecalledWithWhoWaits() {
    Reply.Granted ann = table.own("a", "ann", 10_000);
    table.own("b", "ann", 10_000);
    table.release(ann.lease());
    table.own("a", "ben", 10_000);
    table.queue(lease("a", "cid", 10_000).waiting(3_000));
    table.queue(lease("a", "dan", 10_000).waiting(4_000));
    PerShardReply.Recalled past = (PerShardReply.Recalled) table.say(new Query.Recall(Key.of("a")));

    assertEquals(
        List.of("GRANTED ann", "RELEASED ann", "GRANTED ben"),
        past.events().stream().map(event -> event.kind() + " " + event.holder()).toList());
    assertTrue(past.complete());
    assertEquals(1_000, past.sinceSeconds());
    assertEquals(
        List.of(
            new PerShardReply.Waiting("cid", Mode.EXCLUSIVE, 3_000),
            new PerShardReply.Waiting("dan", Mode.EXCLUSIVE, 4_000)),
        past.queue());
  }

  @Test
  void sessionsAreListedWithWhatTheyKeep() {
    Reply.SessionOpened opened =
        (Reply.SessionOpened) table.say(new Request.OpenSession("ann", 5_000, null));
    table.own(lease("a", "ann", 0).under(opened.session()));
    table.own(lease("b", "ann", 0).under(opened.session()));
    table.own("c", "ann", 5_000);
    PerShardReply.SessionPage page =
        (PerShardReply.SessionPage) table.say(new Query.BrowseSessions(0, 10));
    PerShardReply.Page kept =
        (PerShardReply.Page) table.say(new Query.LeasesOfSession(opened.session(), 10));

    assertEquals(1, page.sessions().size());
    assertEquals(2, page.sessions().get(0).leases());
    assertEquals("ann", page.sessions().get(0).holder());
    assertEquals(List.of("a", "b"), keys(kept.keys()));
  }

  @Test
  void manyKeysAreLookedAtTogether() {
    table.own("a", "ann", 5_000);
    PerShardReply.KeyStates states =
        (PerShardReply.KeyStates) table.say(new Query.LookAll(List.of(Key.of("a"), Key.of("b"))));

    assertEquals(1, states.states().get(0).holders().size());
    assertEquals(0, states.states().get(1).holders().size());
  }

  private PerShardReply.KeyStates lookAt(String... keys) {
    return (PerShardReply.KeyStates)
        table.say(new Query.LookAll(Stream.of(keys).map(Key::of).toList()));
  }

  @Test
  void lookingAtManyKeysEndsNobody() {
    table.own("a", "ann", 1_000);
    table.passUnticked(1_000);
    int before = table.said.changes.size();

    assertEquals(0, lookAt("a").states().get(0).holders().size());
    assertEquals(before, table.said.changes.size());
  }

  @Test
  void ofManyKeysWithManyHoldersTheFirstAreLookedAt() {
    for (String key : List.of("a", "b", "c")) {
      for (int i = 0; i < DashboardQueries.HOLDERS_PER_LOOK / 2; i++) {
        table.own(lease(key, "r" + i, 5_000).mode(Mode.SHARED));
      }
    }
    table.own(lease("c", "one more", 5_000).mode(Mode.SHARED));

    assertEquals(2, lookAt("a", "b", "c").states().size());
    assertEquals(1, lookAt("c", "a", "b").states().size());
    assertEquals(3, lookAt("d", "c", "e", "a").states().size());
  }

  private List<String> find(String prefix, String part, String holder) {
    return keys(
        ((PerShardReply.Page) table.say(new Query.Find(prefix, part, holder, 0, 100))).keys());
  }

  private static List<String> keys(List<PerShardReply.Listed> listed) {
    return listed.stream().map(each -> each.key().toString()).toList();
  }
}
