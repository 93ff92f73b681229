package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OwnershipTest {

  private static final long TERM_MILLIS = 1_000;
  private static final long MILLI = 1_000_000;

  private long now = Long.MAX_VALUE - 100 * MILLI;
  private Promise<Long> claim = Promise.promise();
  private Promise<Void> extension = Promise.promise();
  private int extensions;
  private final Ownership ownership = new Ownership(new Store(), 0, "me", TERM_MILLIS, () -> now);

  @Test
  void nobodyOwnsBeforeTheStoreHasSaidSo() {
    ownership.claim();

    assertFalse(ownership.holds());
  }

  @Test
  void itRunsOutAMarginBeforeTheStoreCouldGiveItAway() {
    ownership.claim();
    now += 300 * MILLI;
    claim.complete(7L);

    assertEquals(7, ownership.epoch());
    now += 599 * MILLI;
    assertTrue(ownership.holds());
    now += MILLI;
    assertFalse(ownership.holds());
  }

  @Test
  void anExtensionCountsFromWhenItWasAskedFor() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    now += 100 * MILLI;
    extension.complete();

    now += 799 * MILLI;
    assertTrue(ownership.holds());
    now += MILLI;
    assertFalse(ownership.holds());
  }

  @Test
  void itIsAskedForOnceInAThirdOfTheTerm() {
    own();
    ownership.tick();
    assertEquals(0, extensions);
    now += 334 * MILLI;
    ownership.tick();
    ownership.tick();
    assertEquals(1, extensions);
  }

  @Test
  void whoeverIsRefusedIsSilentAtOnce() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.fail(new LeaseStore.Refused("epoch moved on"));

    assertFalse(ownership.holds());
  }

  @Test
  void whoeverHearsNothingStaysUntilItsTimeIsOver() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.fail("no answer");

    assertTrue(ownership.holds());
    now += 500 * MILLI;
    assertFalse(ownership.holds());
  }

  @Test
  void aRefusalMeantForAnEarlierEpochIsIgnored() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    claim = Promise.promise();
    ownership.claim();
    claim.complete(8L);
    extension.fail(new LeaseStore.Refused("epoch moved on"));

    assertTrue(ownership.holds());
  }

  @Test
  void aClaimAnsweredAfterGivingUpOwnsNothing() {
    ownership.claim();
    ownership.giveUp();
    claim.complete(7L);

    assertFalse(ownership.holds());
  }

  @Test
  void anExtensionWithoutAnswerIsAskedForAgainSoon() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.fail("no answer");
    now += 40 * MILLI;
    ownership.tick();

    assertEquals(2, extensions);
  }

  private void own() {
    ownership.claim();
    claim.complete(7L);
  }

  private final class Store implements LeaseStore {
    @Override
    public Future<Long> claim(int shard, String owner, long ttlMillis) {
      return claim.future();
    }

    @Override
    public Future<Void> extend(int shard, String owner, long epoch, long ttlMillis) {
      extensions++;
      extension = Promise.promise();
      return extension.future();
    }

    @Override
    public Future<List<Change>> load(int shard, long epoch) {
      return Future.failedFuture("not asked");
    }

    @Override
    public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
      return Future.failedFuture("not asked");
    }
  }
}
