package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static io.tenure.core.Table.under;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.RenewalReply;
import org.junit.jupiter.api.Test;

/** Checks that the lock-delay of a lost lease under a session begins at the end of the session. */
class LostLockDelayTest {

  private static final long TTL = 10_000;

  private final TwoShards shards = new TwoShards();
  private final Table home = shards.home;
  private final Table guest = shards.guest;

  /** The session is over when its holder stops believing in it; then the lock-delay begins. */
  @Test
  void theLostKeyIsBarredByItsLockDelayAfterThat() {
    long delay = 8_000;
    LeaseId session = home.session("ann", TTL);
    long promised = guestLeaseWithLockDelay(session, delay);

    guest.said.changes.clear();
    guest.restartInDoubt(promised, 0, 2);
    long bob = guest.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    shards.pass(TTL + delay - 40);
    assertNull(guest.reply(bob), "granted before the lock-delay was over");

    shards.pass(80);
    assertEquals("bob", guest.granted(bob).holder());
  }

  @Test
  void theLockDelayBeginsWhereTheSessionDoesHoweverLateItsHomeHears() {
    long delay = 8_000;
    LeaseId session = home.session("ann", TTL);
    long promised = guestLeaseWithLockDelay(session, delay);

    guest.said.changes.clear();
    guest.restartInDoubt(promised, 0, 2);
    long bob = guest.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    shards.passApart(5_000);
    as(RenewalReply.Renewed.class, home.keepAlive(session));
    shards.pass(TTL + delay - 40);
    assertNull(guest.reply(bob), "granted before the lock-delay was over");

    shards.pass(80);
    assertEquals("bob", guest.granted(bob).holder());
  }

  /**
   * Neither the lease nor the session is recovered, and no home knows the session: the promise must
   * cover both.
   */
  @Test
  void soItIsWhenItsSessionIsLostToo() {
    Table both = new Table(0, Limits.DEFAULT, 0);
    LeaseId session = both.session("ann", TTL);
    both.own(under(session, "jobs/a", "ann").lockDelay(8_000));
    long promised = promised(both);
    assertEquals(TTL + 8_000, promised);

    both.said.changes.clear();
    both.restartInDoubt(promised, 0, 1);
    long bob = both.queue(lease("jobs/a", "bob", 1_000).waiting(60_000));
    both.pass(TTL + 8_000 - 40);
    assertNull(both.reply(bob));
    both.pass(80);
    assertEquals("bob", both.granted(bob).holder());
  }

  private long guestLeaseWithLockDelay(LeaseId session, long delay) {
    long ticket = guest.ask(under(session, "jobs/a", "ann").lockDelay(delay).build());
    shards.deliver();
    guest.granted(ticket);
    assertEquals(TTL + delay, promised(guest));
    return promised(guest);
  }

  private static long promised(Table table) {
    return table.said.changes.stream().mapToLong(Change::promisedMillis).max().orElseThrow();
  }
}
