package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.sim.redis.SimRedis;
import io.tenure.sim.redis.SimResponses;
import io.tenure.store.LeaseStore;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks a shard after the clock of Redis has once shown another year. */
class MadClockTest implements SimulatedCalls.Carrier {

  private static final String META = "tenure:{0}:meta";
  private static final long YEAR_2020_SECONDS = 1_577_836_800L;
  private static final long TODAY_SECONDS = YEAR_2020_SECONDS + 217_000_000L;
  private static final long YEAR_2100_SECONDS = 4_102_444_800L;

  private long seconds = TODAY_SECONDS;
  private final SimRedis redis = new SimRedis(() -> TimeUnit.SECONDS.toMicros(seconds), 1);
  private final ByHand clock = new ByHand();

  @Test
  void aClockBeyondTheLastEpochIsRefusedWithARemedyAndHarmsNothing() {
    LeaseStore store = server("s1");
    var own = claimAfterALook(store);
    seconds = YEAR_2100_SECONDS;
    LeaseStore.Declined claim =
        Answered.failed(LeaseStore.Declined.class, server("s2").claim(0, "a", PERIOD, false));
    LeaseStore.Declined advance = Answered.failed(LeaseStore.Declined.class, advance(store, own));
    Answered.of(store.extend(0, "a", own.epoch(), PERIOD));

    assertTrue(claim.toString().contains("2100-01-01"), claim.getMessage());
    assertTrue(claim.toString().contains("set the clock of its machine right"), claim.getMessage());
    assertEquals(claim.getMessage(), advance.getMessage());
    seconds = TODAY_SECONDS;
    assertEquals(own.epoch() + 1, Answered.of(advance(store, own)).epoch());
  }

  @Test
  void aShardThatAnOlderServerClaimedUnderSuchAClockHealsWithTheNextClaim() {
    claimAfterALook(server("s1"));
    long mad = YEAR_2100_SECONDS - YEAR_2020_SECONDS;
    command("HSET", META, "epoch", "" + mad);

    var claim = Answered.of(server("s2").claim(0, "a", PERIOD, false));
    assertEquals(TODAY_SECONDS - YEAR_2020_SECONDS + 1, claim.epoch());
  }

  @Test
  void suchAClaimHidesNoEpochThatWasAheadOfTheClock() {
    seconds = TODAY_SECONDS + 3_600;
    long ahead = claimAfterALook(server("s1")).epoch();
    seconds = TODAY_SECONDS;
    command("HSET", META, "epoch", "" + (YEAR_2100_SECONDS - YEAR_2020_SECONDS));

    assertEquals(ahead + 1, Answered.of(server("s2").claim(0, "a", PERIOD, false)).epoch());
  }

  @Test
  void aClockThatIsAheadOnceLeavesEpochsThatGrowFromThere() {
    seconds = TODAY_SECONDS + 3_600;
    long ahead = claimAfterALook(server("s1")).epoch();
    seconds = TODAY_SECONDS;

    var claim = Answered.of(server("s2").claim(0, "a", PERIOD, false));
    assertEquals(ahead + 1, claim.epoch());
    assertEquals(3_601_000, claim.given().aheadMillis());
  }

  @Test
  void inDoubtEpochsThatAreAheadOfTheClockOutrunLostOnes() {
    seconds = TODAY_SECONDS + 3_600;
    claimAfterALook(server("s1"));
    seconds = TODAY_SECONDS;
    long claimed = Answered.of(server("s2").claim(0, "a", PERIOD, false)).epoch();
    seconds += 500;
    LeaseStore store = server("s3");
    var own = claimInDoubt(store);
    assertEquals(claimed + 500, own.epoch());

    seconds += 20;
    assertEquals(own.epoch() + 20, Answered.of(advance(store, own)).epoch());
  }

  @Test
  void whereTheClockWasSetBackTheyLeaveOutTheSecondsOfTheWaitAndTheQuarantine() {
    seconds = TODAY_SECONDS + 3_600;
    long ahead = claimAfterALook(server("s1")).epoch();
    seconds = TODAY_SECONDS;

    var claim = claimInDoubt(server("s2"));
    assertEquals(ahead + leftOut(claim), claim.epoch());
  }

  @Test
  void anEpochOfAnOlderServerHasNoSecond() {
    seconds = TODAY_SECONDS + 3_600;
    long ahead = claimAfterALook(server("s1")).epoch();
    command("HSET", META, "epoch", "" + (ahead + 10_000));
    seconds += 500;

    var claim = claimInDoubt(server("s2"));
    assertEquals(ahead + 10_000 + leftOut(claim), claim.epoch());
  }

  @Test
  void noDoubtMovesThemByMoreThanADay() {
    seconds = TODAY_SECONDS + 100 * 86_400;
    claimAfterALook(server("s1"));
    seconds = TODAY_SECONDS;
    long claimed = Answered.of(server("s2").claim(0, "a", PERIOD, false)).epoch();
    seconds += 50 * 86_400;

    assertEquals(claimed + 86_400, claimInDoubt(server("s3")).epoch());
  }

  @Test
  void aClockThatWasBehindMovesThemToTheRightTimeOnly() {
    seconds = TODAY_SECONDS - 86_400;
    claimAfterALook(server("s1"));
    seconds = TODAY_SECONDS;

    long right = TODAY_SECONDS - YEAR_2020_SECONDS;
    assertEquals(right, claimInDoubt(server("s2")).epoch());
  }

  private static long leftOut(LeaseStore.Claim inDoubt) {
    return (inDoubt.quarantineMillis() + inDoubt.forgottenOwnershipMillis()) / 1_000;
  }

  private LeaseStore.Claim claimInDoubt(LeaseStore store) {
    command("HSET", META, "run", "0");
    return Answered.of(store.claim(0, "a", PERIOD, false));
  }

  private LeaseStore.Claim claimAfterALook(LeaseStore store) {
    clock.passMillis(
        PERIOD * 11 / 10,
        () -> Answered.failed(LeaseStore.Refused.class, store.claim(0, "a", PERIOD, false)));
    return Answered.of(store.claim(0, "a", PERIOD, false));
  }

  private static Future<LeaseStore.Advance> advance(LeaseStore store, LeaseStore.Claim own) {
    return store.advance(0, "a", own.epoch(), PERIOD, own.identity());
  }

  private LeaseStore server(String name) {
    return SimulatedCalls.store(this, 1, false, 0, name, clock, Witness.none());
  }

  private @Nullable Object command(String... words) {
    byte[][] command = new byte[words.length][];
    for (int at = 0; at < words.length; at++) {
      command[at] = ScriptRun.bytes(words[at]);
    }
    return redis.command(command);
  }

  @Override
  public Future<Response> carry(int lane, String script, byte[][] command, long millis) {
    Response reply = SimResponses.of(redis.command(command));
    return reply instanceof Throwable error
        ? Future.failedFuture(error)
        : Future.succeededFuture(reply);
  }

  @Override
  public Future<@Nullable Response> tell(int lane, byte[][] command) {
    return Future.succeededFuture(SimResponses.of(redis.command(command)));
  }

  @Override
  public Future<Void> pause(long millis) {
    clock.passMillis(millis);
    return Future.succeededFuture();
  }
}
