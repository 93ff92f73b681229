package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks that each lease in the index is found by its leaseId and its token, and by no other. */
final class LossSubscriptionIndexTest {

  private static final int STEPS = 200_000;
  private static final int STREAMS = 3;

  /** The number of tokens; one in four has the generation of another token. */
  private static final int TOKENS = 400;

  private static final long SAME_GENERATION = 1L << 24;

  private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final LossSubscriptionIndex shard = new LossSubscriptionIndex();
  private final List<ConnectionLossFeed> streams = new ArrayList<>();
  private final List<LossSubscription> naive = new ArrayList<>();

  LossSubscriptionIndexTest() {
    for (int stream = 0; stream < STREAMS; stream++) {
      streams.add(Unheard.leases());
    }
  }

  private static LossSubscription kept(ConnectionLossFeed by, long token) {
    return new LossSubscription(
        by, new LeaseId(0, 1, LeaseId.generationOf(token), token, token), token, null);
  }

  private long anyToken() {
    long token = random.nextInt(TOKENS);
    return random.nextInt(4) == 0 ? token + SAME_GENERATION : token;
  }

  @Test
  void randomStepsAgreeWithAList() {
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(4)) {
        case 0, 1 -> add(kept(streams.get(random.nextInt(STREAMS)), anyToken()));
        case 2 -> removeAny();
        default -> take(anyToken());
      }
      assertEquals(naive.isEmpty(), shard.isEmpty(), "-Dfuzz.seed=" + seed);
    }
    for (LossSubscription one : naive) {
      assertTrue(shard.has(one), "-Dfuzz.seed=" + seed);
    }
  }

  private void add(LossSubscription one) {
    boolean known = naive.stream().anyMatch(each -> each.by == one.by && each.token == one.token);
    assertEquals(known, shard.find(one.by, one.lease) != null, "-Dfuzz.seed=" + seed);
    if (!known) {
      shard.add(one);
      naive.add(one);
      assertSame(one, shard.find(one.by, one.lease));
    }
  }

  private void removeAny() {
    if (!naive.isEmpty()) {
      LossSubscription one = naive.remove(random.nextInt(naive.size()));
      shard.remove(one);
      assertFalse(shard.has(one), "-Dfuzz.seed=" + seed);
      assertNull(shard.find(one.by, one.lease), "-Dfuzz.seed=" + seed);
    }
  }

  private void take(long token) {
    Set<LossSubscription> taken =
        naive.stream().filter(one -> one.token == token).collect(Collectors.toSet());
    int count = 0;
    for (LossSubscription one = shard.take(token); one != null; one = one.next) {
      assertTrue(taken.contains(one), "-Dfuzz.seed=" + seed);
      count++;
    }
    assertEquals(taken.size(), count, "-Dfuzz.seed=" + seed);
    naive.removeAll(taken);
  }
}
