package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checks which change each reply waits for before it may leave. */
class BehindTest {

  private final Table table = new Table();

  private long behind(Request request) {
    return table.said.behind(table.ask(request));
  }

  @Test
  @DisplayName("case 19: a grant leaves when it is durable")
  void aGrantLeavesWhenItIsDurable() {
    assertEquals(1, behind(lease("jobs/a", "ann", 1_000).build()));
    assertEquals(2, behind(lease("jobs/b", "ann", 1_000).build()));
  }

  @Test
  void theSameGrantAgainLeavesWhenTheFirstIsDurable() {
    Request same = lease("jobs/a", "ann", 1_000).requestId("r1").build();
    table.ask(same);
    table.own("jobs/b", "bob", 1_000);

    assertEquals(1, behind(same));
    table.settle();
    assertEquals(0, behind(same));
  }

  @Test
  void aHandOffLeavesWhenItsGrantIsDurableNotOnlyTheEndBefore() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    long bob = table.queue(lease("jobs/a", "bob", 1_000).waiting(500));

    assertEquals(2, behind(new Request.Release(held)));
    assertEquals(3, table.said.behind(bob));
  }

  @Test
  void aRefusalNamesAHolderOnlyOnceItIsDurable() {
    table.own("jobs/a", "ann", 1_000);
    table.own("jobs/b", "ann", 1_000);

    assertEquals(1, behind(lease("jobs/a", "bob", 1_000).build()));
    table.settle();
    assertEquals(0, behind(lease("jobs/a", "bob", 1_000).build()));
  }

  @Test
  void aRenewalNeverWaitsForAStranger() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    table.own("jobs/b", "bob", 1_000);

    assertEquals(0, behind(Request.Renew.one(held)));
    assertEquals(1_000, table.renewFast(held));
  }

  @Test
  void aRenewalWaitsForItsOwnGrant() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();

    assertEquals(1, behind(Request.Renew.one(held)));
    assertEquals(RenewalCode.PENDING, table.renewFast(held));
    table.table.settled(1);
    assertEquals(0, behind(Request.Renew.one(held)));
    assertEquals(1_000, table.renewFast(held));
  }

  @Test
  void aRenewalDoesNotWaitForAValue() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    table.say(new Request.SetValue(held, Value.of("x"), null));

    assertEquals(0, behind(Request.Renew.one(held)));
  }

  @Test
  void amongManyTheUncertainIsPendingAndDelaysNobody() {
    Reply.Granted certain = table.own("jobs/a", "ann", 1_000);
    table.settle();
    Reply.Granted uncertain = table.own("jobs/b", "ann", 1_000);
    long ticket =
        table.ask(
            new Request.Renew(
                List.of(certain.lease(), uncertain.lease(), new LeaseId(0, 9, 9, 9, 9))));

    assertEquals(
        new Reply.Renewed(
            List.of(
                new RenewalReply.Renewed(new Validity(1_000, 1_000), certain.token(), false),
                new RenewalReply.Pending(),
                new RenewalReply.NotFound())),
        table.reply(ticket));
    assertEquals(0, table.said.behind(ticket));
  }

  @Test
  void aPendingRenewalExtendsAllTheSame() {
    LeaseId first = table.own("jobs/a", "ann", 1_000).lease();
    LeaseId second = table.own("jobs/b", "ann", 1_000).lease();
    table.pass(900);
    table.say(new Request.Renew(List.of(first, second)));

    table.pass(999);
    assertEquals(List.of("ann"), table.holders("jobs/a"));
  }

  @Test
  void nobodyIsToldOfAnEndThatRecoveryCouldUndo() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.settle();
    table.passUnticked(1_000);

    assertEquals(2, behind(Request.Renew.one(held)));
    assertEquals(RenewalCode.PENDING, table.renewFast(held));
    assertEquals(2, behind(new Request.Release(held)));
    assertEquals(2, behind(new Request.Inspect(held)));
    table.settle();
    assertEquals(0, behind(Request.Renew.one(held)));
  }

  @Test
  void theSameReleaseAgainStandsBehindTheFirst() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    assertEquals(2, behind(new Request.Release(held)));
    table.own("jobs/b", "bob", 1_000);

    assertEquals(2, behind(new Request.Release(held)));
    table.table.settled(2);
    assertEquals(0, behind(new Request.Release(held)));
  }

  @Test
  void whatIsShownStandsBehindAllThatIsShown() {
    table.own("jobs/a", "ann", 1_000);
    table.own("jobs/b", "ann", 1_000);

    assertEquals(2, behind(new Request.Look(Key.of("jobs/a"))));
    assertEquals(2, behind(new PerShardRequest.Browse("", 0, 10)));
    table.settle();
    assertEquals(0, behind(new Request.Look(Key.of("jobs/a"))));
  }

  @Test
  void aBreakAndItsBarLeaveTogether() {
    table.own(lease("jobs/a", "ann", 1_000).lockDelay(500));

    assertEquals(3, behind(new OperatorRequest.Break(Key.of("jobs/a"), 0, 0, "", null)));
  }

  @Test
  void whatNeedsNoStoreLeavesAtOnce() {
    table.own("jobs/a", "ann", 1_000);

    assertEquals(0, behind(lease("jobs/a", "ann", 1).build()));
    assertEquals(0, behind(new Request.Release(new LeaseId(0, 9, 9, 9, 9))));
    assertEquals(0, behind(Request.Renew.one(new LeaseId(0, 9, 9, 9, 9))));
    assertEquals(0, behind(new PerShardRequest.Withdraw(77)));
  }

  @Test
  void aSessionLeavesWhenItIsDurableAndSoDoesItsEnd() {
    long opened = table.ask(new Request.OpenSession("ann", 1_000, null));
    assertEquals(1, table.said.behind(opened));
    LeaseId session = as(Reply.SessionOpened.class, table.reply(opened)).session();

    assertEquals(1, behind(new Request.KeepAlive(session)));
    assertEquals(2, behind(new Request.CloseSession(session)));
  }

  @Test
  void settlingTwiceOrBackwardsHarmsNothing() {
    LeaseId held = table.own("jobs/a", "ann", 1_000).lease();
    table.own("jobs/b", "ann", 1_000);
    table.table.settled(2);
    table.table.settled(1);

    assertEquals(0, behind(Request.Renew.one(held)));
  }
}
