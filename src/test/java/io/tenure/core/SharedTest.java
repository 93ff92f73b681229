package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SharedTest {

  private final Table table = new Table();

  private static AcquireBuilder reader(String holder, long ttlMillis) {
    return lease("doc", holder, ttlMillis).mode(Mode.SHARED);
  }

  private static AcquireBuilder writer(String holder, long ttlMillis) {
    return lease("doc", holder, ttlMillis);
  }

  @Test
  void readersShareAKeyEachUnderItsOwnToken() {
    Reply.Granted ann = table.own(reader("ann", 1_000));
    Reply.Granted bob = table.own(reader("bob", 1_000));

    assertEquals(table.token(1), ann.token());
    assertEquals(table.token(2), bob.token());
    assertEquals(-1, bob.slot());
    assertEquals(List.of("ann", "bob"), table.holders("doc"));
  }

  @Test
  void aWriterIsRefusedWhileAnybodyReads() {
    table.own(reader("ann", 5_000));
    Reply.Granted bob = table.own(reader("bob", 1_000));

    assertEquals(
        new Refusal.Held("bob", bob.token(), Said.SINCE, 1_000, 0, 0),
        table.say(writer("cid", 1_000).build()));
  }

  @Test
  void aReaderIsRefusedWhileAnybodyWrites() {
    Reply.Granted ann = table.own(writer("ann", 1_000));

    assertEquals(
        new Refusal.Held("ann", ann.token(), Said.SINCE, 1_000, 0, 0),
        table.say(reader("bob", 1_000).build()));
  }

  @Test
  void aWriterIsGrantedWhenTheLastReaderLeaves() {
    LeaseId ann = table.own(reader("ann", 1_000)).lease();
    LeaseId bob = table.own(reader("bob", 1_000)).lease();
    long cid = table.queue(writer("cid", 1_000).waiting(5_000));

    table.release(ann);
    assertNull(table.reply(cid));
    table.release(bob);

    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  @DisplayName("case 27: a writer that waits holds back later readers, so it does not starve")
  void aWriterThatWaitsHoldsBackLaterReaders() {
    LeaseId ann = table.own(reader("ann", 1_000)).lease();
    long bob = table.queue(writer("bob", 1_000).waiting(5_000));
    long cid = table.queue(reader("cid", 1_000).waiting(5_000));

    table.release(ann);
    assertEquals("bob", table.granted(bob).holder());
    assertNull(table.reply(cid));

    table.release(table.granted(bob).lease());
    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  void readersAtTheHeadOfTheQueueAreLetInTogether() {
    LeaseId ann = table.own(writer("ann", 1_000)).lease();
    long bob = table.queue(reader("bob", 1_000).waiting(5_000));
    long cid = table.queue(reader("cid", 1_000).waiting(5_000));
    long dan = table.queue(writer("dan", 1_000).waiting(5_000));
    long eve = table.queue(reader("eve", 1_000).waiting(5_000));

    table.release(ann);

    assertEquals("bob", table.granted(bob).holder());
    assertEquals("cid", table.granted(cid).holder());
    assertNull(table.reply(dan));
    assertNull(table.reply(eve));
  }

  @Test
  void readersAreLetInWhenTheWriterBeforeThemGivesUp() {
    table.own(reader("ann", 60_000));
    long bob = table.queue(writer("bob", 1_000).waiting(500));
    long cid = table.queue(reader("cid", 1_000).waiting(5_000));

    table.pass(510);

    as(Refusal.Held.class, table.reply(bob));
    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  void readersAreLetInWhenTheWriterBeforeThemWithdraws() {
    table.own(reader("ann", 60_000));
    long bob = table.queue(writer("bob", 1_000).waiting(500));
    long cid = table.queue(reader("cid", 1_000).waiting(5_000));

    table.say(new PerShardRequest.Withdraw(bob));

    assertEquals("cid", table.granted(cid).holder());
  }

  @Test
  void eachReaderEndsByItself() {
    table.own(reader("ann", 1_000));
    table.own(reader("bob", 2_000));

    table.passUnticked(1_000);
    assertEquals(List.of("bob"), table.holders("doc"));
    table.passUnticked(1_000);
    assertEquals(List.of(), table.holders("doc"));
    assertEquals("cid", table.own(writer("cid", 1_000)).holder());
  }

  @Test
  void aWriterTakesAKeyWhoseReadersAreOverThoughNoWheelHasFired() {
    table.own(reader("ann", 1_000));
    table.own(reader("bob", 1_000));
    table.passUnticked(1_000);

    assertEquals("cid", table.own(writer("cid", 1_000)).holder());
  }

  @Test
  void aReaderJoinsWhereAnotherReaderIsOver() {
    table.own(reader("ann", 1_000));
    table.own(reader("bob", 2_000));
    table.passUnticked(1_000);

    table.own(reader("cid", 1_000));

    assertEquals(List.of("bob", "cid"), table.holders("doc").stream().sorted().toList());
  }
}
