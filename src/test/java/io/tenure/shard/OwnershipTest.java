package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.junit.jupiter.api.Test;

final class OwnershipTest {

  private static final long TERM_MILLIS = 1_000;
  private static final long MILLI = 1_000_000;

  private long now = Long.MAX_VALUE - 100 * MILLI;
  private Promise<LeaseStore.Claim> claim = Promise.promise();
  private Promise<Void> extension = Promise.promise();
  private int extensions;
  private final Ownership ownership = new Ownership(new Store(), 0, "me", TERM_MILLIS, () -> now);

  @Test
  void nobodyOwnsBeforeTheStoreHasSaidSo() {
    ownership.claim(0);

    assertFalse(ownership.holds());
  }

  @Test
  void itRunsOutAMarginBeforeTheStoreCouldGiveItAway() {
    ownership.claim(0);
    now += 300 * MILLI;
    claim.complete(new LeaseStore.Claim(7, 0));

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
    ownership.claim(0);
    claim.complete(new LeaseStore.Claim(8, 0));
    extension.fail(new LeaseStore.Refused("epoch moved on"));

    assertTrue(ownership.holds());
  }

  @Test
  void aClaimAnsweredAfterGivingUpOwnsNothing() {
    ownership.claim(0);
    ownership.giveUp();
    claim.complete(new LeaseStore.Claim(7, 0));

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

  @Test
  void anOwnershipForEverNeverRunsOutButAsksWhetherItStillIs() {
    Ownership alone = new Ownership(new Store(), 0, "me", LeaseStore.FOR_EVER, () -> now);
    alone.claim(0);
    claim.complete(new LeaseStore.Claim(7, 0));
    now += 1_000_000 * MILLI;
    alone.tick();
    assertTrue(alone.holds());
    assertEquals(1, extensions);
    extension.fail(new LeaseStore.Refused("epoch moved on"));

    assertFalse(alone.holds());
  }

  @Test
  void aStoreThatHasLostTheOwnershipDoesNotEndIt() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.fail(new LeaseStore.WentBackwards("empty"));

    assertTrue(ownership.holds());
    assertTrue(ownership.wentBackwards());
    assertFalse(ownership.wentBackwards());
  }

  @Test
  void whatTheStoreHadLostBeforeItWasClaimedAnewSaysNothingOfTheNewClaim() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.fail(new LeaseStore.WentBackwards("empty"));
    ownership.giveUp();
    claim = Promise.promise();
    ownership.claim(0);
    claim.complete(new LeaseStore.Claim(8, 0));

    assertFalse(ownership.wentBackwards());
  }

  @Test
  void whatIsRefusedWhileAClaimIsInDoubtSaysNothing() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    claim = Promise.promise();
    ownership.claim(0);
    claim.fail("no answer");
    extension.fail(new LeaseStore.Refused("epoch moved on"));
    assertTrue(ownership.holds());
    now += 400 * MILLI;
    ownership.tick();

    assertEquals(1, extensions);
  }

  private void own() {
    ownership.claim(0);
    claim.complete(new LeaseStore.Claim(7, 0));
  }

  private final class Store extends SilentStore {
    @Override
    public Future<Claim> claim(int shard, String owner, long epochMin, long ttlMillis) {
      return claim.future();
    }

    @Override
    public Future<Void> extend(int shard, String owner, long epoch, long ttlMillis) {
      extensions++;
      extension = Promise.promise();
      return extension.future();
    }
  }
}
