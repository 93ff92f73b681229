package io.tenure.shard.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.shard.SilentStore;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.junit.jupiter.api.Test;

final class OwnershipTest {

  private static final long OWNERSHIP_MILLIS = 1_000;
  private static final long MILLI = 1_000_000;
  private static final String HERE = "here";
  private static final String THERE = "there";

  private long now = Long.MAX_VALUE - 100 * MILLI;
  private Promise<LeaseStore.Claim> claim = Promise.promise();
  private Promise<LeaseStore.Extension> extension = Promise.promise();
  private Promise<LeaseStore.Advance> advance = Promise.promise();
  private int extensions;
  private String vouchedFor = "";
  private final Ownership ownership =
      new Ownership(new Store(), 0, "me", OWNERSHIP_MILLIS, () -> now);

  @Test
  void nobodyOwnsBeforeTheStoreHasSaidSo() {
    ownership.claim(false);

    assertFalse(ownership.holds());
  }

  @Test
  void itRunsOutAMarginBeforeTheStoreCouldGiveItAway() {
    ownership.claim(false);
    now += 300 * MILLI;
    claim.complete(LeaseStore.Claim.of(LeaseStore.Epoch.of(7)));

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
    extension.complete(new LeaseStore.Extension(HERE, false, false));

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
    ownership.advance();
    advance.complete(new LeaseStore.Advance(LeaseStore.Epoch.of(8), false));
    extension.fail(new LeaseStore.Refused("epoch moved on"));

    assertTrue(ownership.holds());
  }

  @Test
  void aClaimAnsweredAfterGivingUpOwnsNothing() {
    ownership.claim(false);
    ownership.giveUp();
    claim.complete(LeaseStore.Claim.of(LeaseStore.Epoch.of(7)));

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
    alone.claim(false);
    claim.complete(LeaseStore.Claim.of(LeaseStore.Epoch.of(7)));
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
    ownership.claim(false);
    claim.complete(LeaseStore.Claim.of(LeaseStore.Epoch.of(8)));

    assertFalse(ownership.wentBackwards());
  }

  @Test
  void whatIsRefusedWhileAnAdvanceIsInDoubtSaysNothing() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    ownership.advance();
    advance.fail("no answer");
    extension.fail(new LeaseStore.Refused("epoch moved on"));
    assertTrue(ownership.holds());
    now += 400 * MILLI;
    ownership.tick();

    assertEquals(1, extensions);
  }

  @Test
  void whoseAdvanceIsDeclinedGoesOnWithTheEpochThatItHas() {
    own();
    ownership.advance();
    advance.fail(new LeaseStore.Declined("the clock shows 2090"));
    now += 400 * MILLI;
    ownership.tick();
    assertEquals(1, extensions);
    extension.complete(new LeaseStore.Extension(HERE, false, false));

    now += 800 * MILLI;
    assertTrue(ownership.holds());
  }

  @Test
  void anAdvanceThatIsDeclinedSaysNothingOfAnEarlierOne() {
    own();
    ownership.advance();
    advance.fail("no answer");
    advance = Promise.promise();
    ownership.advance();
    advance.fail(new LeaseStore.Declined("the clock shows 2090"));
    now += 400 * MILLI;
    ownership.tick();

    assertEquals(0, extensions);
  }

  @Test
  void anExtensionThatIsAnsweredAfterTheTimeIsOverRevivesNothing() {
    own();
    now += 800 * MILLI;
    ownership.tick();
    now += 100 * MILLI;
    extension.complete(new LeaseStore.Extension(HERE, false, false));

    assertFalse(ownership.holds());
  }

  @Test
  void anAdvanceThatIsAnsweredAfterTheTimeIsOverRevivesNothing() {
    own();
    now += 800 * MILLI;
    var advanced = ownership.advance();
    now += 100 * MILLI;
    advance.complete(new LeaseStore.Advance(LeaseStore.Epoch.of(8), false));

    assertTrue(advanced.failed());
    assertFalse(ownership.holds());
    assertEquals(7, ownership.epoch());
  }

  @Test
  void anOwnerHearsThatAnotherRedisHasExtendedIt() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.complete(new LeaseStore.Extension(THERE, true, false));

    assertTrue(ownership.elsewhere());
    assertFalse(ownership.elsewhere());
    assertTrue(ownership.holds());
  }

  @Test
  void itVouchesForTheStoreThatItClaimedTheShardOf() {
    own();
    ownership.advance();

    assertEquals(HERE, vouchedFor);
  }

  @Test
  void itVouchesForTheStoreThatHasExtendedIt() {
    own();
    now += 400 * MILLI;
    ownership.tick();
    extension.complete(new LeaseStore.Extension(THERE, true, false));
    ownership.advance();

    assertEquals(THERE, vouchedFor);
  }

  @Test
  void itDoesNotVouchForAStoreThatAnsweredWhenItsTimeWasOver() {
    own();
    now += 800 * MILLI;
    ownership.tick();
    now += 100 * MILLI;
    extension.complete(new LeaseStore.Extension(THERE, true, false));
    ownership.advance();

    assertEquals(HERE, vouchedFor);
    assertFalse(ownership.elsewhere());
  }

  private void own() {
    ownership.claim(false);
    claim.complete(new LeaseStore.Claim(LeaseStore.Epoch.of(7), 0, 0, "", HERE));
  }

  private final class Store extends SilentStore {
    @Override
    public Future<Claim> claim(
        int shard, String owner, long ownershipMillis, boolean answeredInVain) {
      return claim.future();
    }

    @Override
    public Future<Advance> advance(
        int shard, String owner, long epoch, long ttlMillis, String identity) {
      vouchedFor = identity;
      return advance.future();
    }

    @Override
    public Future<Extension> extend(int shard, String owner, long epoch, long ttlMillis) {
      extensions++;
      extension = Promise.promise();
      return extension.future();
    }
  }
}
