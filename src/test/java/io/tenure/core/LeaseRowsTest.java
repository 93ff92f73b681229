package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.HolderView;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaseRowsTest {

  private final Table table = new Table();

  private static AcquireBuilder worker(String holder) {
    return lease("pool", holder, 1_000).mode(Mode.slots(3));
  }

  @Test
  void asManyAsThereAreSlotsAreLetInEachWithANumberOfItsOwn() {
    List<Integer> numbers = new ArrayList<>();
    for (String holder : List.of("ann", "bob", "cid")) {
      numbers.add(table.own(worker(holder)).slot());
    }

    assertEquals(List.of(0, 1, 2), numbers);
    assertEquals(
        List.of(0, 1, 2), table.look("pool").holders().stream().map(HolderView::slot).toList());
  }

  @Test
  void oneMoreThanThereAreSlotsIsRefusedWithTheOneWhoEndsFirst() {
    Reply.Granted ann = table.own(worker("ann"));
    table.pass(100);
    table.own(worker("bob"));
    table.own(worker("cid"));

    assertEquals(
        new Refusal.Held("ann", ann.token(), Said.SINCE, 900, 0, 0),
        table.say(worker("dan").build()));
  }

  @Test
  void aFreedSlotGoesToTheNextWhoWaits() {
    table.own(worker("ann"));
    LeaseId bob = table.own(worker("bob")).lease();
    table.own(worker("cid"));
    long dan = table.queue(worker("dan").waiting(500));

    table.release(bob);

    assertEquals(1, table.granted(dan).slot());
  }

  @Test
  void aHolderThatComesBackGetsItsOldNumber() {
    table.own(worker("ann"));
    LeaseId bob = table.own(worker("bob")).lease();
    LeaseId cid = table.own(worker("cid")).lease();
    table.release(bob);
    table.release(cid);

    assertEquals(2, table.own(worker("cid")).slot());
    assertEquals(1, table.own(worker("bob")).slot());
  }

  @Test
  void aNewHolderGetsAFreshNumberBeforeOneThatAnotherMayComeBackTo() {
    table.release(table.own(worker("ann")).lease());

    assertEquals(1, table.own(worker("bob")).slot());
    assertEquals(0, table.own(worker("ann")).slot());
  }

  @Test
  void aNumberThatIsTakenIsNotGivenBackToItsFormerHolder() {
    table.release(table.own(worker("ann")).lease());
    table.own(worker("bob"));
    table.own(worker("cid"));
    assertEquals(0, table.own(worker("dan")).slot());

    as(Refusal.Held.class, table.say(worker("ann").build()));
  }

  @Test
  void theNumberLongestFreeGoesFirst() {
    LeaseId ann = table.own(worker("ann")).lease();
    LeaseId bob = table.own(worker("bob")).lease();
    LeaseId cid = table.own(worker("cid")).lease();
    table.release(bob);
    table.release(cid);
    table.release(ann);

    assertEquals(1, table.own(worker("dan")).slot());
    assertEquals(2, table.own(worker("eve")).slot());
    assertEquals(0, table.own(worker("fay")).slot());
  }

  @Test
  void aNumberIsRememberedOverAnExpiryToo() {
    table.own(worker("ann"));
    table.own(worker("bob"));
    table.pass(1_010);

    assertEquals(1, table.own(worker("bob")).slot());
  }

  @Test
  void aPoolIsNotJoinedWithAnotherNumberOfSlots() {
    table.own(worker("ann"));

    as(Refusal.Held.class, table.say(lease("pool", "bob", 1_000).mode(Mode.slots(4)).build()));
    as(Refusal.Held.class, table.say(lease("pool", "bob", 1_000).mode(Mode.SHARED).build()));
    as(Refusal.Held.class, table.say(lease("pool", "bob", 1_000).build()));
  }

  @Test
  void aPoolThatIsEmptyIsSizedAnew() {
    table.release(table.own(worker("ann")).lease());

    assertEquals(0, table.own(lease("pool", "bob", 1_000).mode(Mode.slots(1))).slot());
    as(Refusal.Held.class, table.say(lease("pool", "cid", 1_000).mode(Mode.slots(1)).build()));
  }

  @Test
  void whoeverWantsItWholeHoldsBackThePool() {
    LeaseId ann = table.own(worker("ann")).lease();
    long whole = table.queue(lease("pool", "bob", 1_000).waiting(5_000));
    long cid = table.queue(worker("cid").waiting(5_000));

    table.release(ann);

    assertEquals("bob", table.granted(whole).holder());
    assertNull(table.reply(cid));
  }

  @Test
  void aPoolOfNoSlotsIsRefused() {
    assertRefused(
        Outcome.INVALID, "slots", table.say(lease("pool", "a", 1_000).mode(Mode.slots(0)).build()));
  }

  @Test
  void aSlotWhoseHolderIsOverIsGivenAwayThoughNoWheelHasFired() {
    table.own(worker("ann"));
    table.own(worker("bob"));
    table.own(worker("cid"));
    table.passUnticked(1_000);

    assertEquals("dan", table.own(worker("dan")).holder());
    assertEquals(List.of("dan"), table.holders("pool"));
  }
}
