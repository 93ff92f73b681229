package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Doubt;
import io.tenure.store.Witness;
import org.junit.jupiter.api.Test;

/** Checks that the store forgets the reason of a quarantine that an operator ends early. */
class QuarantineEndTest extends RedisGroundwork {

  @Test
  void anOperatorEndsItWhenItsOwnerSaysSo() throws Exception {
    startRedis();
    RedisStore first = server(redis.address(), true, 0, Witness.none());
    append(first, claim(first).epoch(), 1, begin(0, 1));
    RedisStore second = server();
    var claim = claim(second);
    assertEquals("relaxed", claim.doubt());
    long unknown = claim.epoch() + 1;
    Answered.failed(LeaseStore.WentBackwards.class, second.whole(SHARD, unknown, Doubt.NONE));
    assertEquals("relaxed", claim(server()).doubt(), "what another epoch is about");

    RedisStore third = server();
    claim = claim(third);
    Answered.of(third.whole(SHARD, claim.epoch(), Doubt.NONE));
    assertEquals("", claim(server()).doubt());
  }
}
