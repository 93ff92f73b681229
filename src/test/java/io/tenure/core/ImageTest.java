package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageTest {

  private static final int ALL = 1_000_000;

  private final Table table = new Table();

  static List<Change> image(LeaseTable told) {
    List<Change> image = new ArrayList<>();
    assertEquals(-1, told.image(0, ALL, image::add));
    return image;
  }

  private List<Change> image() {
    return image(table.table);
  }

  private TenureFields only() {
    assertEquals(1, image().size());
    return TenureFields.of((Change.Begin) image().get(0));
  }

  private static LeaseTable replayed(List<Change> changes) {
    LeaseTable fresh = new LeaseTable(0, Limits.DEFAULT, () -> 7, new Said());
    changes.forEach(fresh::replay);
    return fresh;
  }

  /** The store has lost all, and another server recovers from the journal that was rewritten. */
  private void writeAnewAndRestart() {
    List<Change> image = image();
    table.said.changes.clear();
    table.said.changes.addAll(image);
    table.restart();
  }

  @Test
  void anEmptyTableTellsNothing() {
    assertEquals(List.of(), image());
  }

  @Test
  void aLeaseIsToldAsItBegan() {
    table.own(
        lease("pool", "ann", 1_000)
            .mode(Mode.slots(3))
            .hardTtl(5_000)
            .lockDelay(700)
            .maxLifetime(60_000)
            .requestId("r1")
            .value(Value.of("x")));

    assertEquals(List.of(table.said.changes.get(0)), image());
  }

  @Test
  void aPlainLeaseIsToldAsItBegan() {
    table.own("jobs/a", "ann", 1_000);

    assertEquals(List.of(table.said.changes.get(0)), image());
  }

  @Test
  void aLeaseIsToldWithTheValueItHasNow() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).value(Value.of("old")));
    table.say(new Request.SetValue(ann.lease(), Value.of("new"), null));

    assertEquals(Value.of("new"), only().value());
  }

  @Test
  void theRequestIdThatBeganALeaseIsToldLastAndTheLatestFirst() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    for (int i = 0; i < Limits.REQUESTS_PER_LEASE_MAX + 5; i++) {
      table.say(new Request.SetValue(ann.lease(), Value.of("" + i), "v" + i));
    }
    List<String> ids = only().requestIds();
    String subject = ann.lease().text();

    assertEquals(Limits.REQUESTS_PER_LEASE_MAX, ids.size());
    assertEquals(RequestIds.Purpose.VALUE.spell(subject, "v20"), ids.get(0));
    assertEquals(RequestIds.Purpose.VALUE.spell(subject, "v6"), ids.get(ids.size() - 2));
    assertEquals(
        ((Change.Begin) table.said.changes.get(0)).tenure().common().requestIds(),
        ids.subList(15, 16));
    assertEquals(image(), image(replayed(image())));
  }

  @Test
  void requestsAreRememberedByWhoRecoversFromIt() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    Request.SetValue value = new Request.SetValue(ann.lease(), Value.of("1"), "v1");
    table.say(value);
    table.say(new Request.SetValue(ann.lease(), Value.of("2"), "v2"));
    writeAnewAndRestart();

    assertEquals(ann.lease(), table.own(lease("jobs/a", "ann", 1_000).requestId("r1")).lease());
    table.say(value);
    assertEquals(Value.of("2"), table.look("jobs/a").holders().get(0).value());
  }

  @Test
  void aLeaseThatIsBeingBrokenStaysSo() {
    Reply.Granted ann = table.own("jobs/a", "ann", 10_000);
    OperatorRequest.Break once =
        new OperatorRequest.Break(Key.of("jobs/a"), 0, 2_000, "maintenance", "b1");
    Reply answer = table.say(once);
    assertEquals(
        new Change.EndAfterGrace(0, ann.token(), 2_000, "maintenance", null), image().get(1));
    writeAnewAndRestart();

    assertEquals(answer, table.say(once));
    assertEquals(
        new RenewalReply.Renewed(new Validity(10_000, 2_000), ann.token(), true),
        table.renew(ann.lease()));
  }

  @Test
  void aSessionIsToldWithItsLeases() {
    LeaseId session = table.session("ann", 1_000);
    Reply.Granted held = table.own(under(session, "jobs/a", "ann"));
    writeAnewAndRestart();

    as(RenewalReply.Renewed.class, table.keepAlive(session));
    assertEquals(new RenewalReply.SessionBound(held.token()), table.renew(held.lease()));
    table.say(new Request.CloseSession(session));
    assertEquals(List.of(), table.holders("jobs/a"));
  }

  @Test
  void aLeaseOfASessionThatEndedStaysOver() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann"));
    table.own(under(session, "jobs/b", "ann"));
    table.say(new Request.CloseSession(session));
    writeAnewAndRestart();

    assertEquals(List.of(), table.holders("jobs/a"));
    table.tick();
    assertEquals(0, table.table.stats().leases());
  }

  @Test
  void aTenureThatEndedIsToldWhileARequestIdIsRememberedOfIt() {
    Reply.Granted ann = table.own(lease("jobs/a", "ann", 1_000).requestId("r1"));
    table.release(ann.lease());
    writeAnewAndRestart();

    assertEquals(
        new Refusal.RequestConsumed(EndReason.RELEASED, ann.token()),
        table.say(lease("jobs/a", "ann", 1_000).requestId("r1").build()));
    assertEquals(new Reply.Released(ann.token(), 0), table.release(ann.lease()));
  }

  @Test
  void aTenureThatEndedWithoutARequestIdIsNotTold() {
    table.release(table.own("jobs/a", "ann", 1_000).lease());

    assertEquals(List.of(), image());
  }

  @Test
  void whatEndedNeverTakesAKeyFromWhoHoldsIt() {
    Reply.Granted ann = table.own(lease("?", "ann", 1_000).requestId("r1"));
    Reply.Granted bob = table.own(lease("jobs/a", "bob", 1_000).requestId("r2"));
    table.release(bob.lease());
    writeAnewAndRestart();

    assertEquals(List.of("ann"), table.holders("?"));
    assertEquals(ann.token(), as(Refusal.Held.class, table.acquire("?", "bob", 1_000)).token());
  }

  @Test
  void barsAreToldInFullAndFencesWithTheirMarks() {
    table.own(lease("jobs/a", "ann", 1_000).lockDelay(3_000));
    table.breakNow("jobs/a");
    table.say(new Request.RaiseFence("db", 4));
    table.say(new Request.RaiseFence("db", 9));
    table.pass(1_000);

    assertEquals(
        List.of(new Change.BeginLockDelay(Key.of("jobs/a"), 3_000), new Change.RaiseFence("db", 9)),
        image());
    table.pass(2_010);
    assertEquals(List.of(new Change.RaiseFence("db", 9)), image());
  }

  @Test
  void whatIsToldOfALeaseTakesThePlaceOfWhatWasToldOfItBefore() {
    LeaseId session = table.session("ann", 1_000);
    table.own(under(session, "jobs/a", "ann").requestId("r1"));
    table.own(lease("pool", "bob", 1_000).mode(Mode.slots(2)));
    table.own("jobs/b", "bob", 1_000);
    table.breakWithin("jobs/b", 500);
    List<Change> twice = new ArrayList<>(table.said.changes);
    twice.addAll(image());

    LeaseTable recovered = replayed(twice);
    assertEquals(image(), image(recovered));
    assertEquals(table.table.stats().leases(), recovered.stats().leases());
    assertEquals(1, recovered.stats().sessions());
  }

  @Test
  void anotherTenureInASlotThatLivesIsAMistake() {
    table.own("jobs/a", "ann", 1_000);
    TenureFields ann = only();
    Table other = new Table(0, Limits.DEFAULT, 0);
    other.enterNextEpoch();
    other.own("jobs/b", "bob", 1_000);
    Change bob = image(other.table).get(0);

    assertEquals(ann.row(), ((Change.Begin) bob).tenure().row());
    assertThrows(IllegalStateException.class, () -> table.table.replay(bob));
  }

  @Test
  void changesOfWhatWasNotToldYetMeanNothing() {
    LeaseTable fresh = replayed(List.of());
    fresh.replay(new Change.Revalue(7, 1, Value.of("x"), "v1"));
    fresh.replay(new Change.EndAfterGrace(7, 1, 100, "", "d1"));
    fresh.replay(new Change.End(7, 1, EndReason.BROKEN, "b1", true));
    fresh.replay(new Change.Forget(7, 1));
    fresh.replay(new Change.EndLockDelay(Key.of("jobs/a")));

    assertEquals(List.of(), image(fresh));
  }
}
