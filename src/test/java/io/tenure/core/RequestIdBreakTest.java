package io.tenure.core;

import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestIdBreakTest {

  private final Table table = new Table();

  @Test
  void theSameBreakNeverEndsTheNextTenure() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    OperatorRequest.Break once = new OperatorRequest.Break(Key.of("jobs/a"), 0, 0, "", "b1");
    table.say(once);
    table.own("jobs/a", "bob", 1_000);

    assertEquals(new Reply.Broken(List.of(ann.token()), true), table.say(once));
    assertEquals(List.of("bob"), table.holders("jobs/a"));
  }

  @Test
  void theSameBreakDoesNotShortenItsGrace() {
    table.own("jobs/a", "ann", 10_000);
    OperatorRequest.Break once = new OperatorRequest.Break(Key.of("jobs/a"), 0, 1_000, "", "b1");
    Reply first = table.say(once);
    table.pass(500);

    assertEquals(first, table.say(once));
    assertEquals(500, table.look("jobs/a").holders().get(0).remainingMillis());
  }

  @Test
  void theSameBreakAfterItsGraceStillSaysThatItWasNotAtOnce() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    OperatorRequest.Break once = new OperatorRequest.Break(Key.of("jobs/a"), 0, 1_000, "", "b1");
    table.say(once);
    table.pass(1_010);

    assertEquals(new Reply.Broken(List.of(ann.token()), false), table.say(once));
  }

  @Test
  void theSameBreakOfSeveralHoldersNamesThemAllAgain() {
    table.own(lease("doc", "ann", 1_000).mode(Mode.SHARED));
    table.own(lease("doc", "bob", 1_000).mode(Mode.SHARED));
    OperatorRequest.Break once = new OperatorRequest.Break(Key.of("doc"), 0, 0, "", "b1");
    Reply first = table.say(once);
    assertEquals(new Reply.Broken(List.of(table.token(1), table.token(2)), true), first);

    assertEquals(first, table.say(once));
  }

  @Test
  void theSameIdForAnotherKeyIsAnotherBreak() {
    table.own("jobs/a", "ann", 1_000);
    Reply.Granted bob = table.own("jobs/b", "bob", 1_000);
    table.say(new OperatorRequest.Break(Key.of("jobs/a"), 0, 0, "", "b1"));

    assertEquals(
        new Reply.Broken(List.of(bob.token()), true),
        table.say(new OperatorRequest.Break(Key.of("jobs/b"), 0, 0, "", "b1")));
    assertEquals(List.of(), table.holders("jobs/b"));
  }

  @Test
  void theSameBreakIsKnownThoughTheFirstOfThemIsForgotten() {
    Table small = new Table(Table.SMALL);
    Reply.Granted ann = small.own(lease("doc", "ann", 10_000).mode(Mode.SHARED));
    small.own(lease("doc", "bob", 10_000).mode(Mode.SHARED));
    OperatorRequest.Break once = new OperatorRequest.Break(Key.of("doc"), 0, 8_000, "", "b1");
    small.say(once);
    small.say(new Request.Release(ann.lease()));
    for (int i = 0; i < 8; i++) {
      Reply.Granted other = small.own("other/" + i, "cid", 1_000);
      small.say(new Request.Release(other.lease()));
    }
    Reply.Granted newcomer = small.own(lease("doc", "new", 10_000).mode(Mode.SHARED));

    small.say(once);
    small.settle();
    assertEquals(10_000, small.renewFast(newcomer.lease()), "nobody breaks the newcomer");
  }
}
