package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.Arena;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that a shard without room for more texts refuses requests that need room, and recovers
 * later.
 */
class TextRoomTest {

  private static final int KEYS_MAX = 5_000;

  private final Table table = new Table();
  private final List<LeaseId> held = new ArrayList<>();

  TextRoomTest() {
    table.table =
        new LeaseTable(0, Limits.DEFAULT, () -> 7, table.said, new TableMeter(), new Arena(3));
    table.table.enter(table.epoch, 0);
    table.table.open(table.now);
  }

  /** Acquires keys of this length in bytes until there is no room for another. */
  private Reply fill(int length) {
    Reply reply = new PerShardReply.Withdrawn();
    for (int at = 0; at < KEYS_MAX; at++) {
      reply = table.acquire("%05d".formatted(at) + "k".repeat(length - 5), "ann", 30_000);
      if (!(reply instanceof Reply.Granted granted)) {
        break;
      }
      held.add(granted.lease());
    }
    return reply;
  }

  private void releaseAll() {
    held.forEach(table::release);
    held.clear();
  }

  @Test
  void whenAllIsFreedKeysOfAnyLengthAreGrantedAgain() {
    assertRefused(Outcome.LIMIT, "key", fill(200));
    int keys = held.size();
    releaseAll();

    assertRefused(Outcome.LIMIT, "key", fill(100));
    assertTrue(held.size() > keys * 3 / 2, held.size() + " keys after " + keys);
  }

  @Test
  void aKeyThatIsFreedMakesRoomForOneOfItsLength() {
    fill(200);
    table.release(held.remove(0));

    table.own("x".repeat(200), "ann", 30_000);
  }

  @Test
  void aHandOverThatNeedsRoomIsRefusedAndTheLeaseIsKept() {
    fill(200);
    fillWithHolders();
    LeaseId lease = held.get(0);
    table.settle();

    assertRefused(Outcome.LIMIT, "holder", table.transfer(lease, "b".repeat(100)));
    assertEquals(30_000, table.renewFast(lease));
    Reply.Transferred done = as(Reply.Transferred.class, table.transfer(lease, "ann"));
    assertEquals("ann", done.holder());
  }

  @Test
  void aKeyIsNotPassedToAWaiterForWhomThereIsNoRoom() {
    fill(200);
    fillWithHolders();
    String key = "00000" + "k".repeat(195);
    long bob = table.queue(lease(key, "b".repeat(100), 1_000).waiting(5_000));

    assertRefused(Outcome.LIMIT, "holder", table.transfer(held.get(0), null));
    assertNull(table.reply(bob));
    Collections.reverse(held);
    releaseAll();
    assertEquals(key, table.granted(bob).key().toString());
  }

  @Test
  void aSessionAndARequestIdNeedRoomToo() {
    fill(200);
    fillWithHolders();
    Request.SetValue set = new Request.SetValue(held.get(0), null, "mine");

    assertRefused(
        Outcome.LIMIT, "session", table.say(new Request.OpenSession("s".repeat(100), 1_000, null)));
    assertRefused(Outcome.LIMIT, "requestId", table.say(set));
    releaseAll();
    table.session("s".repeat(100), 1_000);
  }

  /** Acquires until there is no room for the shortest holder either. */
  private void fillWithHolders() {
    for (int length = 100; length >= 1; length--) {
      String key = "h".repeat(length);
      Reply reply = table.acquire(key, "ann", 30_000);
      while (reply instanceof Reply.Granted granted) {
        held.add(granted.lease());
        key = Integer.toString(held.size(), 36) + "h".repeat(length);
        reply = table.acquire(key, "ann", 30_000);
      }
    }
  }
}
