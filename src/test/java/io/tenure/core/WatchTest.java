package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import io.tenure.api.WatchUpdate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatchTest {

  private final Table table = new Table();

  private long watchPrefix(String prefix, long from) {
    return table.ask(new PerShardRequest.Watch(null, prefix, from));
  }

  private long revision() {
    return table.look("nothing").revision();
  }

  @Test
  void aWatcherSeesEveryChangeOfItsKeyInOrder() {
    long watcher = table.watch("jobs/a");
    assertEquals(new PerShardReply.Watching(table.token(0), false), table.reply(watcher));

    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).value(Value.of("host:1")));
    table.release(ann.lease());

    assertEquals(
        List.of(
            new LeaseEvent(
                ann.token(),
                LeaseEvent.Kind.GRANTED,
                new Holding(Key.of("jobs/a"), "ann", ann.token(), -1),
                "",
                Value.of("host:1"),
                1_000),
            new LeaseEvent(
                ann.token() + 1,
                LeaseEvent.Kind.RELEASED,
                new Holding(Key.of("jobs/a"), "ann", ann.token(), -1),
                "",
                null,
                1_000)),
        table.said.events(watcher));
  }

  @Test
  void aWatcherOfAKeySeesNoOtherKey() {
    long watcher = table.watch("jobs/a");
    table.own("jobs/ab", "ann", 1_000);
    table.own("jobs/", "ann", 1_000);

    assertEquals(List.of(), table.said.notices(watcher));
  }

  @Test
  void aWatcherOfAPrefixSeesAllItsKeysAndNoOther() {
    long watcher = watchPrefix("jobs/", PerShardRequest.FROM_NOW);
    table.own("jobs/a", "ann", 1_000);
    table.own("jobs", "ann", 1_000);
    table.own("jobs/b", "ann", 1_000);

    assertEquals(
        List.of("jobs/a", "jobs/b"),
        table.said.events(watcher).stream().map(event -> event.key().toString()).toList());
  }

  @Test
  void anEmptyPrefixIsEverything() {
    long watcher = watchPrefix("", PerShardRequest.FROM_NOW);
    table.own("jobs/a", "ann", 1_000);
    table.own("x", "ann", 1_000);

    assertEquals(2, table.said.events(watcher).size());
  }

  @Test
  @DisplayName("case 23: on one stream the end of a tenure comes before the grant of the next")
  void theEndOfATenureComesBeforeTheGrantOfTheNext() {
    long watcher = table.watch("jobs/a");
    table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);
    table.own("jobs/a", "bob", 1_000);

    assertEquals(
        List.of(LeaseEvent.Kind.GRANTED, LeaseEvent.Kind.EXPIRED, LeaseEvent.Kind.GRANTED),
        table.said.kinds(watcher));
    List<Long> revisions = table.said.events(watcher).stream().map(LeaseEvent::revision).toList();
    assertEquals(revisions.stream().sorted().distinct().toList(), revisions);
  }

  @Test
  void theRevisionOfAGrantIsItsToken() {
    long watcher = table.watch("jobs/a");
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);

    assertEquals(ann.token(), table.said.events(watcher).get(0).revision());
  }

  @Test
  void anEndUnderASessionSaysSo() {
    LeaseId session = table.session("ann", 1_000);
    long watcher = table.watch("jobs/a");
    table.own(Table.under(session, "jobs/a", "ann"));
    table.pass(1_010);

    assertEquals("session", table.said.events(watcher).get(1).reason());
    assertEquals(LeaseEvent.Kind.EXPIRED, table.said.events(watcher).get(1).kind());
  }

  @Test
  @DisplayName("case 22: a watcher that comes back sees all that it missed, then goes on")
  void aWatcherThatComesBackSeesAllThatItMissed() {
    Reply.Granted seen = table.own("jobs/a", "ann", 1_000);
    table.release(seen.lease());
    Reply.Granted bob = table.own("jobs/a", "bob", 1_000);
    table.own("other", "cid", 1_000);

    long watcher = table.ask(new PerShardRequest.Watch(Key.of("jobs/a"), "", seen.token()));
    assertEquals(new PerShardReply.Watching(seen.token(), false), table.reply(watcher));
    table.release(bob.lease());

    assertEquals(
        List.of(LeaseEvent.Kind.RELEASED, LeaseEvent.Kind.GRANTED, LeaseEvent.Kind.RELEASED),
        table.said.kinds(watcher));
  }

  @Test
  @DisplayName("case 22: a watcher too far behind is told to resynchronise, never left with a gap")
  void aWatcherTooFarBehindIsToldToResynchronise() {
    Table small = new Table(Table.SMALL);
    Reply.Granted first = small.own("jobs/a", "ann", 1_000);
    small.own("jobs/b", "bob", 1_000);
    for (int i = 0; i < Table.SMALL.historyMax(); i++) {
      small.own("x/" + i, "cid", 1_000);
    }
    assertEquals(first.token() + 5, small.look("x").revision());

    long near = small.ask(new PerShardRequest.Watch(null, "", first.token() + 1));
    long far = small.ask(new PerShardRequest.Watch(null, "jobs/", first.token()));

    assertEquals(new PerShardReply.Watching(first.token() + 1, false), small.reply(near));
    assertEquals(4, small.said.events(near).size());
    assertEquals(new PerShardReply.Watching(first.token() + 5, true), small.reply(far));
    small.tick();
    assertEquals(
        List.of(
            new WatchUpdate.Shown(Key.of("jobs/a"), small.look("jobs/a").holders().get(0)),
            new WatchUpdate.Shown(Key.of("jobs/b"), small.look("jobs/b").holders().get(0)),
            new WatchUpdate.Synchronised(first.token() + 5)),
        small.said.notices(far));
  }

  @Test
  void aRevisionOfTheFutureMeansResynchronise() {
    long watcher = watchPrefix("", table.token(5));

    assertTrue(as(PerShardReply.Watching.class, table.reply(watcher)).resync());
    table.tick();
    assertEquals(List.of(new WatchUpdate.Synchronised(revision())), table.said.notices(watcher));
  }

  @Test
  void aRevisionFromBeforeARestartMeansResynchronise() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.restart();

    long watcher = watchPrefix("", ann.token());

    assertEquals(new PerShardReply.Watching(table.token(0), true), table.reply(watcher));
    table.tick();
    assertEquals("ann", ((WatchUpdate.Shown) table.said.notices(watcher).get(0)).holder().holder());
  }

  @Test
  void aSnapshotIsShownInSlicesWhileEventsGoOn() {
    for (int i = 0; i < 1_200; i++) {
      table.own("jobs/" + i, "ann", 60_000);
    }
    long watcher = watchPrefix("jobs/", 0);
    assertTrue(as(PerShardReply.Watching.class, table.reply(watcher)).resync());

    assertTrue(table.table.tick(table.now), "one turn must not show them all");
    assertEquals(Watchers.ROWS_PER_TURN, table.said.notices(watcher).size());
    Reply.Granted late = table.own("jobs/late", "bob", 60_000);
    table.tick();

    List<WatchUpdate> notices = table.said.notices(watcher);
    assertEquals(
        late.token(), ((WatchUpdate.Happened) notices.get(Watchers.ROWS_PER_TURN)).event().token());
    assertEquals(new WatchUpdate.Synchronised(late.token()), notices.get(notices.size() - 1));
    HashSet<Key> shown = new HashSet<>();
    for (WatchUpdate notice : notices) {
      if (notice instanceof WatchUpdate.Shown one) {
        shown.add(one.key());
      }
    }
    assertEquals(1_201, shown.size(), "every held key");
  }

  @Test
  void aSnapshotWaitsWhileTooManyPushesWaitForTheStore() {
    table.own("jobs/a", "ann", 60_000);
    long eager = watchPrefix("", PerShardRequest.FROM_NOW);
    LeaseId held = table.own("jobs/b", "bob", 60_000).lease();
    for (int i = 1; i < Watchers.PUSHES_WAITING_MAX; i++) {
      table.say(new Request.SetValue(held, Value.of("" + i), null));
    }
    assertEquals(Watchers.PUSHES_WAITING_MAX, table.said.events(eager).size());
    long late = watchPrefix("", 0);

    table.tick();
    assertEquals(List.of(), table.said.notices(late), "the store has kept nothing yet");
    table.settle();
    table.tick();
    assertEquals(3, table.said.notices(late).size(), "both keys, and that these are all");
  }

  @Test
  void theSnapshotOfOneKeyIsItsHolders() {
    table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED));
    table.own(lease("doc", "bob", 1_000).mode(Mode.SHARED));
    table.own("other", "cid", 1_000);
    long watcher = table.ask(new PerShardRequest.Watch(Key.of("doc"), "", 0));
    table.tick();

    List<String> shown = new ArrayList<>();
    for (WatchUpdate notice : table.said.notices(watcher)) {
      shown.add(notice instanceof WatchUpdate.Shown one ? one.holder().holder() : "done");
    }
    assertEquals(List.of("ann", "bob", "done"), shown);
  }

  @Test
  void whoeverStopsWatchingSeesNothingMore() {
    long watcher = table.watch("jobs/a");
    long prefix = watchPrefix("", 0);

    assertEquals(new PerShardReply.Unwatched(), table.say(new PerShardRequest.Unwatch(watcher)));
    assertEquals(new PerShardReply.Unwatched(), table.say(new PerShardRequest.Unwatch(prefix)));
    table.own("jobs/a", "ann", 1_000);
    table.tick();

    assertEquals(List.of(), table.said.pushes);
    assertEquals(0, table.table.stats().watchers());
  }

  @Test
  void anEventIsPushedBehindTheChangeItTellsOf() {
    table.watch("jobs/a");
    table.own("other", "bob", 1_000);
    table.own("jobs/a", "ann", 1_000);

    assertEquals(2, table.said.pushes.get(0).behind());
  }

  @Test
  void aCursorOfALostHistoryIsNotTakenForOneOfThisThoughItsNumberLiesWithin() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    table.restartInDoubt(1_000, 0, 1);
    table.release(ann.lease());
    long lost = revision() + 1;
    table.pass(1_100);
    long bob = table.own("jobs/a", "bob", 10_000).token();
    long next = table.own("jobs/b", "cid", 10_000).token();

    assertTrue(lost < bob);
    assertTrue(as(PerShardReply.Watching.class, table.reply(watchPrefix("", lost))).resync());
    assertEquals(new PerShardReply.Watching(bob, false), table.reply(watchPrefix("", bob)));
    assertTrue(next > bob);
  }

  /** The numbers of the lost history came from a clock that was ahead. */
  @Test
  void aCursorOfALostHistoryIsNoneOfThisWhileTheQuarantineLastsEither() {
    LeaseId lease = table.own("jobs/a", "ann", 60_000).lease();
    table.restartInDoubt(60_000, 0, 2);
    table.epochsCome = false;
    long lost = (table.epoch + 1 << RevisionSequence.BITS) + 5;
    table.release(lease);
    table.enterNextEpoch();
    table.enterNextEpoch();

    assertTrue(as(PerShardReply.Watching.class, table.reply(watchPrefix("", lost))).resync());
  }

  @Test
  void aCursorIsNoneOfThisThoughItsNumberHasBeenGivenHereInTheQuarantine() {
    LeaseId lease = table.own("jobs/a", "ann", 60_000).lease();
    table.restartInDoubt(60_000, 0, 2);
    table.release(lease);
    long given = revision();

    assertTrue(as(PerShardReply.Watching.class, table.reply(watchPrefix("", given))).resync());
    assertEquals(
        new PerShardReply.Watching(given, false),
        table.reply(watchPrefix("", PerShardRequest.FROM_NOW)));
  }
}
