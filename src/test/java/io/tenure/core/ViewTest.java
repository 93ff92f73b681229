package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.LifespanView;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import io.tenure.api.WatchUpdate;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ViewTest {

  private final Table table = new Table();

  private PerShardReply.Page page(String prefix, long cursor, int limit) {
    return as(
        PerShardReply.Page.class, table.say(new PerShardRequest.Browse(prefix, cursor, limit)));
  }

  private List<String> allKeys(String prefix, int limit) {
    List<String> keys = new ArrayList<>();
    long cursor = 0;
    do {
      PerShardReply.Page page = page(prefix, cursor, limit);
      assertTrue(page.keys().size() <= limit);
      page.keys().forEach(listed -> keys.add(listed.key().toString()));
      cursor = page.next();
    } while (cursor != 0);
    return keys;
  }

  @Test
  void aHeldKeyIsShownWithAllButItsLeaseId() {
    table.said.wallSeconds = 77;
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).value(Value.of("host:1")));
    table.queue(lease("jobs/a", "bob", 1_000).waiting(500));
    table.pass(300);

    HolderView holder =
        new HolderView(
            "ann",
            ann.token(),
            Mode.EXCLUSIVE,
            -1,
            new LifespanView(77, 1_000, 700, false),
            false,
            Value.of("host:1"));
    assertEquals(
        new Reply.KeyState(Key.of("jobs/a"), List.of(holder), 1, 0, ann.token()),
        table.look("jobs/a"));
  }

  @Test
  void aFreeKeyIsShownAsFree() {
    assertEquals(
        new Reply.KeyState(Key.of("jobs/a"), List.of(), 0, 0, table.token(0)),
        table.look("jobs/a"));
  }

  @Test
  void noViewAndNoEventHasALeaseIdInIt() {
    Stream.of(
            HolderView.class,
            LeaseEvent.class,
            Reply.KeyState.class,
            PerShardReply.Listed.class,
            PerShardReply.Page.class,
            Refusal.Held.class,
            Reply.LeaseState.class,
            WatchUpdate.Shown.class,
            WatchUpdate.Happened.class)
        .flatMap(word -> Stream.of(word.getRecordComponents()))
        .map(RecordComponent::getType)
        .forEach(type -> assertFalse(type == LeaseId.class, type::toString));
  }

  @Test
  void theRemainingTimeIsRoundedDown() {
    table.own("jobs/a", "ann", 1_000);
    table.passNanos(1);

    assertEquals(999, table.look("jobs/a").holders().get(0).remainingMillis());
  }

  @Test
  void pagesTogetherShowEveryHeldKeyOnce() {
    for (int i = 0; i < 250; i++) {
      table.own("jobs/" + i, "ann", 1_000);
    }
    table.session("ann", 1_000);

    List<String> keys = allKeys("jobs/", 7);

    assertEquals(
        IntStream.range(0, 250).mapToObj(i -> "jobs/" + i).sorted().toList(),
        keys.stream().sorted().toList());
  }

  @Test
  void aPrefixShowsItsKeysOnly() {
    table.own("jobs/a", "ann", 1_000);
    table.own("jobs", "ann", 1_000);
    table.own("job", "ann", 1_000);
    table.own("jobs/é", "ann", 1_000);

    assertEquals(List.of("jobs/a", "jobs/é"), allKeys("jobs/", 10));
    assertEquals(List.of("jobs/é"), allKeys("jobs/é", 10));
    assertEquals(4, allKeys("", 10).size());
  }

  @Test
  void aPageLooksAtBoundedManyHoweverFewMatch() {
    for (int i = 0; i < LeaseViews.ROWS_PER_PAGE + 10; i++) {
      table.own("other/" + i, "ann", 60_000);
    }
    table.own("jobs/a", "ann", 60_000);

    PerShardReply.Page first = page("jobs/", 0, 10);
    assertEquals(List.of(), first.keys());
    assertEquals(LeaseViews.ROWS_PER_PAGE, first.next());
    assertEquals(1, page("jobs/", first.next(), 10).keys().size());
  }

  @Test
  void keysThatAreOverAreNotListedThoughNoWheelHasFired() {
    table.own("jobs/a", "ann", 1_000);
    table.own("jobs/b", "ann", 2_000);
    table.passUnticked(1_000);

    assertEquals(List.of("jobs/b"), allKeys("", 10));
  }

  @Test
  void everyHolderOfAKeyIsListed() {
    table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED));
    table.own(lease("doc", "bob", 1_000).mode(Mode.SHARED));

    assertEquals(
        List.of("ann", "bob"),
        page("", 0, 10).keys().stream().map(listed -> listed.holder().holder()).toList());
  }

  @Test
  void aPageBeyondTheEndIsEmptyAndTheLast() {
    table.own("jobs/a", "ann", 1_000);

    assertEquals(
        new PerShardReply.Page(List.of(), 0, table.token(1)), page("", Limits.LEASES_MAX, 10));
  }

  @Test
  void aHolderInspectsItsLease() {
    Reply.Granted ann = table.own(lease("pool", "ann", 1_000).mode(Mode.slots(2)));
    table.pass(400);

    assertEquals(
        new Reply.LeaseState(
            new HolderView(
                "ann",
                ann.token(),
                Mode.slots(2),
                0,
                new LifespanView(1_000, 1_000, 600, false),
                false,
                null),
            Key.of("pool")),
        table.say(new Request.Inspect(ann.lease())));
  }

  @Test
  void aHolderInspectsALeaseThatIsOver() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.passUnticked(1_000);

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, ann.token()),
        table.say(new Request.Inspect(ann.lease())));
    assertRefused(
        Outcome.NOT_FOUND, "lease", table.say(new Request.Inspect(new LeaseId(0, 9, 9, 9, 9))));
  }

  @Test
  void inspectingDoesNotRenew() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    table.pass(900);
    table.say(new Request.Inspect(ann.lease()));
    table.passUnticked(100);

    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aLeaseUnderASessionRemainsAsLongAsThat() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann"));
    table.pass(250);

    assertEquals(750, table.look("jobs/a").holders().get(0).remainingMillis());
  }

  @Test
  void theCensusCountsWhatTheShardKeeps() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.own("jobs/b", "ann", 1_000);
    table.session("ann", 1_000);
    table.queue(lease("jobs/b", "bob", 1_000).waiting(500));
    table.watch("jobs/a");
    table.say(new Request.RaiseFence("db", 1));
    table.release(held);

    assertEquals(
        new TableStats(1, 1, 1, 1, 1, 1, new TableStats.QuarantineState(0, "")),
        table.table.stats());
    assertEquals(1, table.table.deadlines());
  }
}
