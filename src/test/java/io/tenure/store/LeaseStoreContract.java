package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Change;
import io.tenure.core.Ending;
import io.tenure.core.Key;
import io.tenure.core.Mode;
import io.tenure.core.Tenure;
import io.tenure.core.Value;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every store does alike. */
abstract class LeaseStoreContract {

  private static final AtomicInteger SHARDS = new AtomicInteger();
  static final long TERM = 3_000;
  static final long TTL = 30_000;

  /** Each test has a shard of its own. */
  final int shard = SHARDS.incrementAndGet();

  final ByHand clock = new ByHand();

  abstract LeaseStore store();

  abstract Vertx vertx();

  @Test
  void aClaimRaisesTheEpochAndAtLeastToWhatIsAskedFor() {
    assertEquals(100, claim("a", 100));
    assertEquals(101, claim("a", 1));
    assertEquals(500, claim("a", 500));
  }

  @Test
  void anotherOwnerIsRefusedUntilTheTermRanOutUnheardOf() {
    claim("a", 1);

    Refused refused = Answered.failed(Refused.class, store().claim(shard, "b", 1, TERM));
    assertTrue(refused.getMessage().contains("owned by a"), refused.getMessage());
    clock.passMillis(TERM - 1);
    Answered.failed(Refused.class, store().claim(shard, "b", 1, TERM));
    clock.passMillis(TERM);

    assertEquals(2, claim("b", 1));
  }

  @Test
  void anOwnerThatIsHeardOfKeepsItsShard() {
    long epoch = claim("a", 1);
    for (int round = 0; round < 5; round++) {
      Answered.failed(Refused.class, store().claim(shard, "b", 1, TERM));
      clock.passMillis(TERM * 2 / 3);
      Answered.of(store().extend(shard, "a", epoch, TERM));
    }
    Answered.failed(Refused.class, store().claim(shard, "b", 1, TERM));
  }

  @Test
  void aTermForEverIsNobodyElsesUntilItsOwnerLeaves() {
    long epoch = Answered.of(store().claim(shard, "a", 1, LeaseStore.FOR_EVER)).epoch();
    Answered.failed(Refused.class, store().claim(shard, "b", 1, TERM));
    clock.passMillis(1_000_000_000);
    Answered.failed(Refused.class, store().claim(shard, "b", 1, TERM));

    Answered.of(store().leave(shard, "a", epoch));

    assertEquals(2, claim("b", 1));
  }

  @Test
  void theSameOwnerClaimsAtOnceWhateverTheTerm() {
    Answered.of(store().claim(shard, "a", 1, LeaseStore.FOR_EVER));

    assertEquals(2, claim("a", 1));
  }

  @Test
  void onceTheEpochMovedOnEverythingIsRefused() {
    long old = claim("a", 1);
    claim("a", 1);

    Answered.failed(Refused.class, store().extend(shard, "a", old, TERM));
    Answered.failed(Refused.class, store().load(shard, old, change -> {}));
    Answered.failed(Refused.class, store().append(shard, old, 1, List.of(begin(0, 1))));
    Answered.failed(Refused.class, store().wipe(shard, old));
    Answered.failed(Refused.class, store().whole(shard, old));
    assertEquals(List.of(), load(old + 1));
  }

  @Test
  void whoLeavesLateHarmsNobody() {
    long old = claim("a", 1);
    long epoch = claim("a", 1);

    Answered.of(store().leave(shard, "a", old));

    Answered.of(store().extend(shard, "a", epoch, TERM));
  }

  @Test
  void aStoreThatKnowsOnlyAnEarlierEpochWentBackwards() {
    long epoch = claim("a", 1);

    Answered.failed(WentBackwards.class, store().append(shard, epoch + 1, 1, List.of(begin(0, 1))));
    Answered.failed(WentBackwards.class, store().extend(shard, "a", epoch + 1, TERM));
  }

  @Test
  void aBatchThatComesTwiceIsKeptOnce() {
    long epoch = claim("a", 1);
    append(epoch, 1, begin(0, 7), new Change.Revalue(0, 7, Value.of("one"), "v1"));
    append(epoch, 3, new Change.End(0, 7, Ending.RELEASED, null, false), begin(0, 8));
    append(epoch, 3, new Change.End(0, 7, Ending.RELEASED, null, false), begin(0, 8));

    assertEquals(List.of(begin(0, 8)), load(epoch));
  }

  @Test
  void aGapBetweenTwoBatchesMeansThatTheStoreWentBackwards() {
    long epoch = claim("a", 1);
    append(epoch, 1, begin(0, 7));

    Answered.failed(WentBackwards.class, store().append(shard, epoch, 3, List.of(begin(1, 8))));
    Answered.failed(WentBackwards.class, store().append(shard, epoch, 0, List.of(begin(1, 8))));

    assertEquals(List.of(begin(0, 7)), load(epoch));
  }

  @Test
  void theFirstBatchOfAnEpochMayBeginAnywhere() {
    long epoch = claim("a", 1);
    append(epoch, 1_000, begin(0, 7));
    epoch = claim("a", 1);
    append(epoch, 5, begin(1, 8));
    append(epoch, 6, begin(2, 9));

    assertEquals(3, load(epoch).size());
  }

  @Test
  void whatIsLoadedGivesTheSameLedgerAsEveryChange() {
    long seed = System.nanoTime();
    RandomChanges random = new RandomChanges(seed, 40, 1_000);
    List<Change> all = new ArrayList<>();
    long epoch = claim("a", 1);
    long place = 1;
    for (int batch = 0; batch < 120; batch++) {
      List<Change> changes = random.next(1 + batch % 30);
      Answered.of(store().append(shard, epoch, place, changes));
      all.addAll(changes);
      place += changes.size();
      if (batch % 40 == 39) {
        epoch = claim("a", 1);
        assertEquals(Ledgers.after(all), Ledgers.after(load(epoch)), "seed " + seed);
      }
    }
  }

  @Test
  void bigBatchesAreKeptWhole() {
    List<Change> changes = new ArrayList<>();
    for (int slot = 0; slot < 4_096; slot++) {
      changes.add(begin(slot * 3, slot + 1));
      if (slot % 16 == 0) {
        byte[] value = new byte[4_096];
        value[slot % 4_096] = (byte) slot;
        changes.add(new Change.Revalue(slot * 3, slot + 1, Value.of(value), "v" + slot));
      }
      changes.add(new Change.Bar(Key.of("bar/" + slot), 1_000));
      changes.add(new Change.RaiseFence("fence/" + slot, slot + 1));
    }
    long epoch = claim("a", 1);
    Answered.of(store().append(shard, epoch, 1, changes));

    assertEquals(Ledgers.after(changes), Ledgers.after(load(epoch)));

    List<Change> ends = new ArrayList<>();
    for (int slot = 0; slot < 4_096; slot++) {
      ends.add(new Change.End(slot * 3, slot + 1, Ending.EXPIRED, null, false));
    }
    Answered.of(store().append(shard, epoch, changes.size() + 1, ends));
    assertTrue(load(epoch).stream().noneMatch(each -> each instanceof Change.Begin));
  }

  @Test
  void onlyTheFirstAndTheLatestRequestIdsOfATenureAreKept() {
    long epoch = claim("a", 1);
    append(epoch, 1, begin(0, 7));
    for (int id = 0; id < 40; id++) {
      append(epoch, 2 + id, new Change.Revalue(0, 7, Value.of("x"), "v id " + id));
    }

    var begin = (Change.Begin) load(epoch).get(0);
    assertEquals(16, begin.tenure().requestIds().size());
    assertEquals("v id 39", begin.tenure().requestIds().get(0));
    assertEquals("v id 0", begin.tenure().requestIds().get(15));
  }

  @Test
  void untilAWipedShardIsWholeAgainItsClaimantIsToldOfAQuarantine() {
    long epoch = claim("a", 1);
    append(epoch, 1, begin(0, 7), new Change.Bar(Key.of("k"), 1), new Change.RaiseFence("f", 1));
    epoch = claim("a", 1);
    Answered.of(store().wipe(shard, epoch));
    assertEquals(List.of(), load(epoch));

    var torn = Answered.of(store().claim(shard, "a", 1, TERM));
    assertEquals(TTL + TERM, torn.quarantineMillis());
    append(torn.epoch(), 1, begin(0, 7));
    Answered.of(store().whole(shard, torn.epoch()));

    assertEquals(0, Answered.of(store().claim(shard, "a", 1, TERM)).quarantineMillis());
  }

  @Test
  void aWipeThatComesAfterABatchOfItsEpochDropsNothing() {
    long epoch = claim("a", 1);
    append(epoch, 1, begin(0, 7));

    Answered.failed(Trouble.class, store().wipe(shard, epoch));

    assertEquals(List.of(begin(0, 7)), load(epoch));
  }

  @Test
  void futuresCompleteOnTheContextOfTheOneWhoAsked() {
    Context asker = vertx().getOrCreateContext();
    Promise<Context> answered = Promise.promise();
    Promise<Context> replayed = Promise.promise();
    asker.runOnContext(
        turn ->
            store()
                .claim(shard, "a", 1, TERM)
                .compose(claim -> store().append(shard, claim.epoch(), 1, List.of(begin(0, 1))))
                .compose(
                    kept ->
                        store()
                            .load(shard, 1, change -> replayed.tryComplete(Vertx.currentContext())))
                .onSuccess(loaded -> answered.complete(Vertx.currentContext()))
                .onFailure(answered::fail));

    assertSame(asker, Answered.of(answered.future()));
    assertSame(asker, Answered.of(replayed.future()));
  }

  final long claim(String owner, long epochMin) {
    return Answered.of(store().claim(shard, owner, epochMin, TERM)).epoch();
  }

  final void append(long epoch, long first, Change... changes) {
    Answered.of(store().append(shard, epoch, first, List.of(changes)));
  }

  final List<Change> load(long epoch) {
    List<Change> loaded = new ArrayList<>();
    Future<Void> done = store().load(shard, epoch, loaded::add);
    Answered.of(done);
    return loaded;
  }

  static Change.Begin begin(int slot, long token) {
    return new Change.Begin(
        new Tenure(
            slot,
            token,
            1,
            2,
            Key.of("jobs/" + slot),
            "worker",
            TTL,
            Mode.EXCLUSIVE,
            -1,
            0,
            0,
            0,
            null,
            null,
            List.of(),
            1));
  }
}
