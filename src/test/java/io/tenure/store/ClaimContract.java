package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.core.Change;
import io.tenure.core.TenureImage;
import io.tenure.store.LeaseStore.Doubt;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.redis.Answered;
import io.tenure.store.redis.ByHand;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks how every store gives shards to owners. */
public abstract class ClaimContract {

  private static final AtomicInteger SHARDS = new AtomicInteger();
  public static final long PERIOD = 3_000;
  public static final long TTL = 30_000;

  /** The shard of one test: each test has its own. */
  public final int shard = SHARDS.incrementAndGet();

  public final ByHand clock = new ByHand();

  public abstract LeaseStore store();

  public abstract Vertx vertx();

  @Test
  void aClaimRaisesTheEpochAtLeastToTheClockOfTheStore() {
    long before = secondsSince2020();
    LeaseStore.Claim first = Answered.of(store().claim(shard, "a", PERIOD, false));
    LeaseStore.Claim second = Answered.of(store().claim(shard, "a", PERIOD, false));
    LeaseStore.Claim third = Answered.of(store().claim(shard, "a", PERIOD, false));

    assertTrue(first.epoch() >= before && first.epoch() <= secondsSince2020(), "" + first);
    assertTrue(first.given().microsOfSecond() < 1_000_000, "" + first);
    assertEquals(0, first.given().aheadMillis());
    assertTrue(second.epoch() > first.epoch() && third.epoch() > second.epoch(), "" + third);
    assertTrue(third.given().aheadMillis() > 0, "two claims of one second: " + third);
    assertEquals(0, third.given().microsOfSecond());
    long aheadMillis = third.epoch() * 1_000 - millisSince2020();
    assertEquals((double) aheadMillis, (double) third.given().aheadMillis(), 1_000);
  }

  private static long secondsSince2020() {
    return millisSince2020() / 1_000;
  }

  private static long millisSince2020() {
    return System.currentTimeMillis() - 1_577_836_800_000L;
  }

  @Test
  void anAdvanceRaisesTheEpochAndRefusesTheOneBefore() {
    var claim = Answered.of(store().claim(shard, "a", PERIOD, false));
    long epoch = claim.epoch();
    append(epoch, 1, begin(0, 7));
    var advance = Answered.of(store().advance(shard, "a", epoch, PERIOD, claim.identity()));

    assertTrue(advance.epoch() > epoch);
    assertFalse(advance.wentBackwards());
    Answered.failed(Refused.class, store().append(shard, epoch, 2, List.of(begin(1, 8))));
    append(advance.epoch(), 2, begin(1, 8));
    assertEquals(List.of(begin(0, 7), begin(1, 8)), load(advance.epoch()));
  }

  /** A standby looks in vain, until its next look. */
  private void overdueFor(String standby) {
    Runnable look =
        () -> Answered.failed(Refused.class, store().claim(shard, standby, PERIOD, false));
    clock.passMillis(PERIOD - 1, look);
    look.run();
    clock.passMillis(PERIOD / 2);
  }

  @Test
  void anAdvanceOfAnOwnerThatWasSucceededIsRefused() {
    var claim = Answered.of(store().claim(shard, "a", PERIOD, false));
    overdueFor("b");
    claim("b");

    Answered.failed(
        Refused.class, store().advance(shard, "a", claim.epoch(), PERIOD, claim.identity()));
  }

  @Test
  void anotherOwnerIsRefusedUntilTheTermRanOutUnheardOf() {
    claim("a");

    Refused refused = Answered.failed(Refused.class, store().claim(shard, "b", PERIOD, false));
    assertTrue(refused.toString().contains("owned by a"), refused.getMessage());
    overdueFor("b");

    claim("b");
  }

  @Test
  void anOwnerThatIsHeardOfKeepsItsShard() {
    long epoch = claim("a");
    for (int round = 0; round < 5; round++) {
      Answered.failed(Refused.class, store().claim(shard, "b", PERIOD, false));
      clock.passMillis(PERIOD * 2 / 3);
      Answered.of(store().extend(shard, "a", epoch, PERIOD));
    }
    Answered.failed(Refused.class, store().claim(shard, "b", PERIOD, false));
  }

  @Test
  void aTermForEverIsNobodyElsesUntilItsOwnerLeaves() {
    long epoch = Answered.of(store().claim(shard, "a", LeaseStore.FOR_EVER, false)).epoch();
    Answered.failed(Refused.class, store().claim(shard, "b", PERIOD, false));
    clock.passMillis(1_000_000_000);
    Answered.failed(Refused.class, store().claim(shard, "b", PERIOD, false));

    Answered.of(store().leave(shard, "a", epoch));

    claim("b");
  }

  @Test
  void theSameOwnerClaimsAtOnceWhateverTheTerm() {
    long epoch = Answered.of(store().claim(shard, "a", LeaseStore.FOR_EVER, false)).epoch();

    assertTrue(claim("a") > epoch);
  }

  @Test
  void onceTheEpochMovedOnEverythingIsRefused() {
    long old = claim("a");
    long epoch = claim("a");

    Answered.failed(Refused.class, store().extend(shard, "a", old, PERIOD));
    Answered.failed(Refused.class, store().load(shard, old, change -> {}));
    Answered.failed(Refused.class, store().append(shard, old, 1, List.of(begin(0, 1))));
    Answered.failed(Refused.class, store().wipe(shard, old));
    Answered.failed(Refused.class, store().whole(shard, old, Doubt.NONE));
    assertEquals(List.of(), load(epoch));
  }

  @Test
  void whoLeavesLateHarmsNobody() {
    long old = claim("a");
    long epoch = claim("a");

    Answered.of(store().leave(shard, "a", old));

    Answered.of(store().extend(shard, "a", epoch, PERIOD));
  }

  @Test
  void aStoreThatKnowsOnlyAnEarlierEpochWentBackwards() {
    long epoch = claim("a");

    Answered.failed(WentBackwards.class, store().append(shard, epoch + 1, 1, List.of(begin(0, 1))));
    Answered.failed(WentBackwards.class, store().extend(shard, "a", epoch + 1, PERIOD));
  }

  public final long claim(String owner) {
    return Answered.of(store().claim(shard, owner, PERIOD, false)).epoch();
  }

  final long advance(String owner, LeaseStore.Claim claim) {
    return Answered.of(store().advance(shard, owner, claim.epoch(), PERIOD, claim.identity()))
        .epoch();
  }

  public final void append(long epoch, long first, Change... changes) {
    Answered.of(store().append(shard, epoch, first, List.of(changes)));
  }

  public final List<Change> load(long epoch) {
    List<Change> loaded = new ArrayList<>();
    Future<Void> done = store().load(shard, epoch, loaded::add);
    Answered.of(done);
    return loaded;
  }

  public static Change.Begin begin(int slot, long token) {
    return begin(slot, token, Key.of("jobs/" + slot), 0);
  }

  public static Change.Begin begin(int slot, long token, long lockDelayMillis) {
    return begin(slot, token, Key.of("jobs/" + slot), lockDelayMillis);
  }

  static Change.Begin session(int row, long token) {
    return new Change.Begin(new TenureImage.Session(common(row, token)));
  }

  static Change.Begin begin(int row, long token, Key key, long lockDelayMillis) {
    return new Change.Begin(
        new TenureImage.Lease(
            common(row, token),
            key,
            Mode.EXCLUSIVE,
            -1,
            new TenureImage.RareTimes(0, lockDelayMillis, 0),
            null,
            null));
  }

  private static TenureImage.Common common(int row, long token) {
    return new TenureImage.Common(
        row, token, new TenureImage.Secret(1, 2), "worker", TTL, List.of(), 1);
  }
}
