package io.tenure.shard.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShardLoopTest {

  private static final int SHARDS = 8;

  private final List<String> heard = new ArrayList<>();
  private final ArrayDeque<Runnable> hops = new ArrayDeque<>();
  private final ShardLoop loop = new ShardLoop(0, Clock.SYSTEM, hops::add);

  @Test
  void manyLettersTakeOneHop() {
    for (int letter = 0; letter < 100; letter++) {
      loop.post(request("r"));
    }
    assertEquals(1, hops.size());
    hops.remove().run();

    assertEquals(100, heard.size());
    assertTrue(hops.isEmpty());
  }

  @Test
  void renewalsAreHeardBeforeRequests() {
    loop.post(request("request"));
    loop.post(renewal("renewal"));
    hops.remove().run();

    assertEquals(List.of("renewal", "request"), heard);
  }

  @Test
  void requestsAreHeardEvenWhenRenewalsNeverEnd() {
    loop.post(request("request"));
    for (int letter = 0; letter < 10 * ShardLoop.LETTERS_PER_TURN; letter++) {
      loop.post(renewal("renewal"));
    }
    hops.remove().run();

    assertTrue(heard.contains("request"));
    assertEquals(ShardLoop.LETTERS_PER_TURN, heard.size() + ShardLoop.LETTERS_PER_TURN / 8 - 1);
  }

  @Test
  void aLoopThatIsBehindBreathesBetweenItsTurns() {
    for (int letter = 0; letter < ShardLoop.LETTERS_PER_TURN + 1; letter++) {
      loop.post(renewal("renewal"));
    }
    hops.remove().run();
    assertEquals(ShardLoop.LETTERS_PER_TURN, heard.size());
    hops.remove().run();

    assertEquals(ShardLoop.LETTERS_PER_TURN + 1, heard.size());
  }

  @Test
  void aTickHearsTheRenewalsThatWaitFirst() {
    loop.post(request("request"));
    loop.post(renewal("renewal"));
    loop.tick();

    assertEquals(List.of("renewal"), heard);
  }

  @Test
  void aFullMailboxTakesNothingMoreOfItsKind() {
    for (int letter = 0; letter < Mailbox.REQUESTS_MAX; letter++) {
      assertTrue(loop.post(request("request")));
    }

    assertFalse(loop.post(request("request")));
    for (int letter = 0; letter < Mailbox.RENEWALS_MAX; letter++) {
      assertTrue(loop.post(renewal("renewal")));
    }
    assertFalse(loop.post(renewal("renewal")));
  }

  @Test
  void whereShardsTakeTheirTimeTheLoopBreathesAndEachComesToItsTurn() {
    ShardLoop slow = new ShardLoop(0, new SlowClock(), hops::add);
    List<Ticked> shards = new ArrayList<>();
    for (int index = 0; index < SHARDS; index++) {
      shards.add(new Ticked());
      slow.add(shards.get(index));
    }
    slow.tick();
    assertEquals(1, shards.stream().filter(shard -> shard.ticks > 0).count());
    for (int turn = 1; turn < SHARDS; turn++) {
      hops.remove().run();
    }

    assertEquals(SHARDS, shards.stream().filter(shard -> shard.ticks == 1).count());
  }

  @Test
  void aTurnThatGoesOnWithATickHearsTheRenewalsThatWaitFirst() {
    ShardLoop slow = new ShardLoop(0, new SlowClock(), hops::add);
    Ticked last = new Ticked();
    slow.add(new Ticked());
    slow.add(last);
    slow.tick();
    assertEquals(0, last.ticks, "it has not come to its turn");
    int many = 2 * ShardLoop.LETTERS_PER_TURN;
    for (int letter = 0; letter < many; letter++) {
      slow.post(renewal("renewal"));
    }
    hops.remove().run();

    assertEquals(1, last.ticks);
    assertEquals(many, last.heardBefore);
  }

  private final class Ticked implements LoopShard {
    private int ticks;
    private int heardBefore;

    @Override
    public boolean tick() {
      ticks++;
      heardBefore = heard.size();
      return false;
    }

    @Override
    public long dueIn(long horizonNanos) {
      return Long.MAX_VALUE;
    }

    @Override
    public void endTurn(boolean sends) {}
  }

  /** A clock on which every reading takes as long as a whole turn may. */
  private static final class SlowClock implements Clock {
    private long nanos;

    @Override
    public long nanos() {
      nanos += ShardLoop.TICKING_NANOS_MAX;
      return nanos;
    }

    @Override
    public long wallMillis() {
      return nanos / 1_000_000;
    }
  }

  private Mail request(String name) {
    return mail(name, false);
  }

  private Mail renewal(String name) {
    return mail(name, true);
  }

  private Mail mail(String name, boolean renewal) {
    return new Mail() {
      @Override
      public boolean renewal() {
        return renewal;
      }

      @Override
      public void open() {
        heard.add(name);
      }
    };
  }
}
