package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.store.LeaseStore.Doubt;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.redis.Answered;
import io.tenure.store.redis.Ledgers;
import io.tenure.store.redis.RandomChanges;
import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Checks the behaviour that all stores share. */
public abstract class LeaseStoreContract extends ClaimContract {

  /**
   * A promise that is a whole step in a store that raises promises in steps, so that it is not
   * rounded.
   */
  private static final long LONGER = 40_960;

  private static final long LONGEST = 49_152;

  @Test
  void aBatchThatComesTwiceIsKeptOnce() {
    long epoch = claim("a");
    append(epoch, 1, begin(0, 7), new Change.Revalue(0, 7, Value.of("one"), "v1"));
    append(epoch, 3, new Change.End(0, 7, EndReason.RELEASED, null, false), begin(0, 8));
    append(epoch, 3, new Change.End(0, 7, EndReason.RELEASED, null, false), begin(0, 8));

    assertEquals(List.of(begin(0, 8)), load(epoch));
  }

  @Test
  void aGapBetweenTwoBatchesMeansThatTheStoreWentBackwards() {
    long epoch = claim("a");
    append(epoch, 1, begin(0, 7));

    Answered.failed(WentBackwards.class, store().append(shard, epoch, 3, List.of(begin(1, 8))));
    Answered.failed(WentBackwards.class, store().append(shard, epoch, 0, List.of(begin(1, 8))));

    assertEquals(List.of(begin(0, 7)), load(epoch));
  }

  @Test
  void theFirstBatchOfAnEpochMayBeginAnywhere() {
    long epoch = claim("a");
    append(epoch, 1_000, begin(0, 7));
    epoch = claim("a");
    append(epoch, 5, begin(1, 8));
    append(epoch, 6, begin(2, 9));

    assertEquals(3, load(epoch).size());
  }

  @Test
  void whatIsLoadedGivesTheSameLedgerAsEveryChange() {
    long seed = System.nanoTime();
    RandomChanges random = new RandomChanges(seed, 40, 1_000);
    List<Change> all = new ArrayList<>();
    long epoch = claim("a");
    long place = 1;
    for (int batch = 0; batch < 120; batch++) {
      List<Change> changes = random.next(1 + batch % 30);
      Answered.of(store().append(shard, epoch, place, changes));
      all.addAll(changes);
      place += changes.size();
      if (batch % 40 == 39) {
        epoch = claim("a");
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
      changes.add(new Change.BeginLockDelay(Key.of("bar/" + slot), 1_000));
      changes.add(new Change.RaiseFence("fence/" + slot, slot + 1));
    }
    long epoch = claim("a");
    Answered.of(store().append(shard, epoch, 1, changes));

    assertEquals(Ledgers.after(changes), Ledgers.after(load(epoch)));

    List<Change> ends = new ArrayList<>();
    for (int slot = 0; slot < 4_096; slot++) {
      ends.add(new Change.End(slot * 3, slot + 1, EndReason.EXPIRED, null, false));
    }
    Answered.of(store().append(shard, epoch, changes.size() + 1, ends));
    assertTrue(load(epoch).stream().noneMatch(each -> each instanceof Change.Begin));
  }

  @Test
  void onlyTheFirstAndTheLatestRequestIdsOfATenureAreKept() {
    long epoch = claim("a");
    append(epoch, 1, begin(0, 7));
    for (int id = 0; id < 40; id++) {
      append(epoch, 2 + id, new Change.Revalue(0, 7, Value.of("x"), "v id " + id));
    }

    var begin = (Change.Begin) load(epoch).get(0);
    assertEquals(16, begin.tenure().common().requestIds().size());
    assertEquals("v id 39", begin.tenure().common().requestIds().get(0));
    assertEquals("v id 0", begin.tenure().common().requestIds().get(15));
  }

  @Test
  void untilAWipedShardIsWholeAgainItsClaimantIsToldOfAQuarantine() {
    var claim = Answered.of(store().claim(shard, "a", PERIOD, false));
    append(
        claim.epoch(),
        1,
        begin(0, 7),
        new Change.BeginLockDelay(Key.of("k"), 1),
        new Change.RaiseFence("f", 1));
    long epoch = advance("a", claim);
    Answered.of(store().wipe(shard, epoch));
    assertEquals(List.of(), load(epoch));
    append(epoch, 1, begin(0, 7));
    Answered.of(store().whole(shard, epoch, Doubt.NONE));
    assertEquals(0, Answered.of(store().claim(shard, "a", PERIOD, false)).quarantineMillis());
  }

  @Test
  void oneThatWasWrittenAnewInDoubtIsInQuarantineStillAndLosesNothing() {
    var claim = Answered.of(store().claim(shard, "a", PERIOD, false));
    append(claim.epoch(), 1, begin(0, 7));
    long epoch = advance("a", claim);
    Answered.of(store().wipe(shard, epoch));
    append(epoch, 1, begin(0, 7));
    Answered.of(store().whole(shard, epoch, new Doubt("restarted", claim.epoch())));

    var next = Answered.of(store().advance(shard, "a", epoch, PERIOD, claim.identity()));
    assertFalse(next.wentBackwards());
    var again = Answered.of(store().claim(shard, "a", PERIOD, false));
    assertEquals("restarted", again.doubt());
    assertEquals(TTL, again.quarantineMillis());
  }

  @Test
  void aWipedShardThatIsClaimedBeforeItIsWholeIsInQuarantine() {
    var claim = Answered.of(store().claim(shard, "a", PERIOD, false));
    append(claim.epoch(), 1, begin(0, 7));
    Answered.of(store().wipe(shard, advance("a", claim)));

    var torn = Answered.of(store().claim(shard, "a", PERIOD, false));
    assertEquals(TTL, torn.quarantineMillis());
    assertEquals(PERIOD, torn.forgottenOwnershipMillis());
    assertEquals("torn", torn.doubt());
  }

  @Test
  void aQuarantineOutlastsTheLockDelaysThatMayBeLost() {
    long epoch = claim("a");
    append(epoch, 1, begin(0, 7, LONGER - TTL));
    epoch = claim("a");
    Answered.of(store().wipe(shard, epoch));
    var torn = Answered.of(store().claim(shard, "a", PERIOD, false));
    assertEquals(LONGER, torn.quarantineMillis());

    append(torn.epoch(), 1, new Change.BeginLockDelay(Key.of("k"), LONGEST));
    assertEquals(LONGEST, Answered.of(store().claim(shard, "a", PERIOD, false)).quarantineMillis());
  }

  @Test
  void theGuestsOfASessionAreKeptUntilItIsForgotten() {
    long epoch = claim("a");
    var guests =
        new Change.Enrol(
            0, 7, List.of(new SessionGuestShard(3, 1L << 40), new SessionGuestShard(9, 5)));
    append(
        epoch,
        1,
        session(0, 7),
        new Change.Enrol(0, 7, List.of(new SessionGuestShard(3, 1L << 40))));
    append(epoch, 3, guests, new Change.Enrol(1, 7, List.of(new SessionGuestShard(3, 1))));
    assertEquals(List.of(session(0, 7), guests), load(epoch));

    var end = new Change.End(0, 7, EndReason.EXPIRED, null, true);
    append(epoch, 5, end);
    assertEquals(List.of(session(0, 7), guests, end), load(epoch));

    append(epoch, 6, new Change.Forget(0, 7), session(0, 8));
    assertEquals(List.of(session(0, 8)), load(epoch));
  }

  @Test
  void aWipeThatComesAfterABatchOfItsEpochDropsNothing() {
    long epoch = claim("a");
    append(epoch, 1, begin(0, 7));

    Answered.failed(StoreUnavailableException.class, store().wipe(shard, epoch));

    assertEquals(List.of(begin(0, 7)), load(epoch));
  }

  @Test
  void futuresCompleteOnTheContextOfTheOneWhoAsked() {
    Context asker = vertx().getOrCreateContext();
    AtomicLong epoch = new AtomicLong();
    Promise<Context> answered = Promise.promise();
    Promise<Context> replayed = Promise.promise();
    asker.runOnContext(
        turn ->
            store()
                .claim(shard, "a", PERIOD, false)
                .compose(
                    claim -> {
                      epoch.set(claim.epoch());
                      return store().append(shard, claim.epoch(), 1, List.of(begin(0, 1)));
                    })
                .compose(
                    kept ->
                        store()
                            .load(
                                shard,
                                epoch.get(),
                                change -> replayed.tryComplete(Vertx.currentContext())))
                .onSuccess(loaded -> answered.complete(Vertx.currentContext()))
                .onFailure(answered::fail));

    assertSame(asker, Answered.of(answered.future()));
    assertSame(asker, Answered.of(replayed.future()));
  }
}
