package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Checks that a holder that transfers its key to itself evades neither its maxLifetime nor the
 * queue.
 */
class TransferToOneselfTest {

  private final Table table = new Table();

  private LeaseId transferred(LeaseId lease, String holder) {
    LeaseId next = as(Reply.Transferred.class, table.transfer(lease, holder)).lease();
    table.settle();
    return Objects.requireNonNull(next);
  }

  @Test
  void theTimeOfItsMaxLifetimeGoesOn() {
    LeaseId lease = table.own(lease("k", "ann", 1_000).maxLifetime(2_000)).lease();
    long bob = table.queue(lease("k", "bob", 1_000).waiting(5_000));
    long begun = table.now;
    while (table.reply(bob) == null && table.now - begun < 10_000 * Table.MILLI) {
      table.pass(150);
      if (table.renew(lease) instanceof RenewalReply.Renewed
          && table.transfer(lease, "ann") instanceof Reply.Transferred done) {
        lease = Objects.requireNonNull(done.lease());
      }
    }

    assertEquals("bob", table.granted(bob).holder());
    long kept = (table.now - begun) / Table.MILLI;
    assertTrue(kept >= 1_980 && kept < 2_200, "kept for " + kept + " ms");
  }

  @Test
  void aRecoveryGivesNoMoreThanWasLeft() {
    LeaseId lease = table.own(lease("k", "ann", 1_000).maxLifetime(2_000)).lease();
    table.pass(700);
    table.renew(lease);
    table.pass(700);
    lease = transferred(lease, "ann");
    table.restart();
    table.pass(590);
    assertEquals(10, table.renewFast(lease));
    table.pass(20);

    as(RenewalReply.Over.class, table.renew(lease));
  }

  @Test
  void anotherHolderBeginsAfresh() {
    LeaseId lease = table.own(lease("k", "ann", 1_000).maxLifetime(2_000)).lease();
    table.pass(900);
    lease = transferred(lease, "bob");
    table.pass(900);
    table.renew(lease);
    table.pass(900);

    assertEquals(200, table.renewFast(lease));
  }

  @Test
  void withLessThanAMillisecondLeftItIsRefused() {
    LeaseId lease = table.own(lease("k", "ann", 1_000).maxLifetime(1_000)).lease();
    table.passNanos(999 * Table.MILLI + 1);

    assertRefused(Outcome.LIMIT, "lease", table.transfer(lease, "ann"));
  }

  @Test
  void itsOwnWaiterBehindOthersGoesOnWithItToo() {
    LeaseId lease = table.own(lease("k", "ann", 1_000).maxLifetime(2_000)).lease();
    long bob = table.queue(lease("k", "bob", 1_000).waiting(5_000));
    long ann = table.queue(lease("k", "ann", 1_000).waiting(5_000));
    table.pass(900);
    as(Reply.Transferred.class, table.transfer(lease, "ann"));
    LeaseId again = table.granted(ann).lease();
    table.settle();
    table.pass(900);

    assertEquals(200, table.renewFast(again));
    assertNull(table.reply(bob));
    table.pass(210);
    assertEquals("bob", table.granted(bob).holder());
  }

  @Test
  void itsOwnWaiterAtTheHeadOfTheQueueBeginsAfresh() {
    LeaseId lease = table.own(lease("k", "ann", 1_000).maxLifetime(2_000)).lease();
    long ann = table.queue(lease("k", "ann", 1_000).maxLifetime(3_000).waiting(5_000));
    table.pass(900);
    as(Reply.Transferred.class, table.transfer(lease, "ann"));
    LeaseId again = table.granted(ann).lease();
    table.settle();
    table.pass(900);

    assertEquals(1_000, table.renewFast(again));
  }
}
