package io.tenure.core.model;

import io.tenure.api.LeaseId;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run of random steps on two shards that is wholly determined by its seed. */
final class ModelRun {
  static final int SHARDS = 2;
  private static final long MILLI = NaiveClock.MILLI;
  private static final int HOPS_MAX = 12;
  private static final int AGING_HOPS = 2_440;
  private static final int BURST = 400;

  private final long seed;
  private final Setting setting;
  private final Clients clients;
  private final Dealer dealer;
  private final List<ModelShard> shards = new ArrayList<>();
  private long nowNanos;

  ModelRun(long seed, Consumer<String> trace) {
    this.seed = seed;
    SplittableRandom random = new SplittableRandom(seed);
    setting = Setting.of(random);
    clients = new Clients(setting.relaxed());
    dealer = new Dealer(setting.limits(), clients);
    nowNanos = setting.startNanos();
    for (int number = 0; number < SHARDS; number++) {
      shards.add(new ModelShard(number, setting, clients, trace, random.split()));
    }
  }

  /** Takes all steps except those in {@code leftOut}. Returns the first failure, or null. */
  static @Nullable Failure take(long seed, int steps, BitSet leftOut, Consumer<String> trace) {
    ModelRun run;
    try {
      run = new ModelRun(seed, trace);
    } catch (Disagreement disagreement) {
      return new Failure(-1, disagreement);
    }
    for (int step = 0; step < steps; step++) {
      if (!leftOut.get(step)) {
        try {
          run.step(step);
        } catch (Disagreement disagreement) {
          return new Failure(step, disagreement);
        }
      }
    }
    return null;
  }

  record Failure(int step, Disagreement disagreement) {}

  /**
   * Each step has its own random source, so that leaving one step out does not change the others.
   */
  private void step(int number) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
    ModelShard shard = shards.get(random.nextInt(shards.size()));
    int dice = random.nextInt(1_000);
    if (dice < 4) {
      shard.restart(nowNanos, random);
    } else if (dice == 4 && random.nextInt(8) == 0) {
      ageGreatly(shard);
    } else if (dice < 200) {
      passTime(random, shard);
    } else if (dice < 300) {
      primitive(random, shard);
    } else if (dice < 310) {
      list(random, shard);
    } else if (dice < 320 && setting.hungry()) {
      useNumbers(random, shard);
    } else {
      if (setting.promptTicks()) {
        shard.tickUntilQuiet(nowNanos);
      }
      shard.accept(nowNanos, clients.nextTicket(), dealer.next(random, shard));
    }
    afterwards(random);
  }

  private void afterwards(SplittableRandom random) {
    if (random.nextBoolean() && !clients.network.isEmpty()) {
      deliver(random);
    }
    for (ModelShard shard : shards) {
      if (random.nextInt(100) < setting.settlePercent()) {
        boolean all = random.nextInt(3) > 0;
        shard.settle(all ? Long.MAX_VALUE : shard.leases().settled + random.nextInt(5));
      }
      if (shard.leases().numbers.wanted && random.nextInt(setting.hungry() ? 120 : 5) == 0) {
        shard.enterNextEpoch(random);
      }
      if (random.nextInt(10) == 0) {
        shard.rewrite(random);
      }
    }
  }

  /** Messages between shards are lost, duplicated and reordered. */
  private void deliver(SplittableRandom random) {
    int at = random.nextInt(clients.network.size());
    Clients.Envelope envelope = clients.network.get(at);
    int fate = random.nextInt(20);
    if (fate != 0) {
      clients.network.remove(at);
    }
    if (fate != 1) {
      shards.get(envelope.to()).hear(nowNanos, envelope.message());
    }
  }

  private void primitive(SplittableRandom random, ModelShard shard) {
    boolean session = random.nextInt(4) == 0;
    List<LeaseId> known = clients.leases.get(shard.number());
    boolean guess = known.isEmpty() || random.nextInt(12) == 0;
    LeaseId id = session || guess ? dealer.homeSession(random, shard) : dealer.lease(random, shard);
    shard.renew(nowNanos, id, session);
  }

  /** Sets many values in a row: each is an event, and each event takes a number of the epoch. */
  private void useNumbers(SplittableRandom random, ModelShard shard) {
    List<NaiveTenure> holders = new ArrayList<>(shard.leases().live);
    holders.removeIf(each -> each.isSession() || each.id == null);
    for (int value = 0; value < BURST && !holders.isEmpty(); value++) {
      LeaseId id = Dealer.pick(random, holders).id;
      if (id != null) {
        Request set = new Request.SetValue(id, Value.of("n" + value), null);
        shard.accept(nowNanos, clients.nextTicket(), set);
      }
    }
  }

  private void list(SplittableRandom random, ModelShard shard) {
    String prefix = Dealer.pick(random, List.of("", "a/", "b/", "none"));
    int limit = random.nextInt(6);
    long cursor = 0;
    do {
      PerShardRequest.Browse page = new PerShardRequest.Browse(prefix, cursor, limit);
      Reply reply = shard.accept(nowNanos, clients.nextTicket(), page);
      cursor = reply instanceof PerShardReply.Page listed ? listed.next() : 0;
    } while (cursor != 0);
  }

  /** Lets time pass to the edge of a deadline, to a little before or after it, or into a stall. */
  private void passTime(SplittableRandom random, ModelShard shard) {
    int dice = random.nextInt(20);
    if (dice == 0) {
      nowNanos += 250 * MILLI + random.nextLong(random.nextBoolean() ? 3 : 2_000 * MILLI);
    } else if (dice == 1) {
      nowNanos += 250 * MILLI - random.nextInt(2);
    } else if (dice < 6) {
      nowNanos += random.nextLong(21 * MILLI);
    } else if (dice < 14) {
      approach(random, shard);
    } else if (dice < 16) {
      nowNanos += random.nextInt(3);
    } else {
      shards.forEach(each -> heartbeats(random, each));
      nowNanos += random.nextLong(120 * MILLI);
    }
    for (ModelShard each : shards) {
      if (random.nextInt(4) > 0) {
        each.tickUntilQuiet(nowNanos);
      } else if (random.nextBoolean()) {
        each.tick(nowNanos);
      }
    }
  }

  /** Lets more than ten minutes pass, until ended tenures may be forgotten. */
  private void ageGreatly(ModelShard shard) {
    for (int hop = 0; hop < AGING_HOPS; hop++) {
      nowNanos += 250 * MILLI;
      shard.tickUntilQuiet(nowNanos);
    }
  }

  private void approach(SplittableRandom random, ModelShard shard) {
    NaiveLeases leases = shard.leases();
    List<Long> deadlines = deadlines(leases);
    if (deadlines.isEmpty()) {
      return;
    }
    boolean near = random.nextInt(4) > 0;
    long next = Collections.min(deadlines);
    long off =
        switch (random.nextInt(5)) {
          case 0 -> -MILLI;
          case 1 -> -1;
          case 2 -> 0;
          case 3 -> 1;
          default -> MILLI;
        };
    long left = leases.clock.left(near ? next : Dealer.pick(random, deadlines)) + off;
    long hop = 240 * MILLI;
    for (int hops = 0; hops < HOPS_MAX && left > hop; hops++) {
      shards.forEach(each -> heartbeats(random, each));
      nowNanos += hop;
      left -= hop;
      shards.forEach(each -> each.tickUntilQuiet(nowNanos));
    }
    if (left > 0 && left <= hop) {
      nowNanos += left;
    }
  }

  /** Most holders live and renew in time. */
  private void heartbeats(SplittableRandom random, ModelShard shard) {
    for (NaiveTenure tenure : List.copyOf(shard.leases().live)) {
      LeaseId id = tenure.id;
      if (id != null && !tenure.bound() && random.nextInt(tenure.isSession() ? 5 : 2) > 0) {
        shard.renew(nowNanos, id, tenure.isSession());
      }
    }
  }

  private static List<Long> deadlines(NaiveLeases leases) {
    List<Long> deadlines = new ArrayList<>(leases.bars.values());
    deadlines.add(leases.quarantine.until);
    deadlines.add(leases.quarantine.unheardUntil);
    for (NaiveTenure tenure : leases.live) {
      if (!tenure.bound()) {
        deadlines.add(tenure.deadline);
        deadlines.add(tenure.deadline + tenure.keptNanos());
      }
      if (tenure.mayEndAlone()) {
        deadlines.add(tenure.endsAlone());
      }
    }
    leases.queues.values().forEach(queue -> queue.forEach(each -> deadlines.add(each.deadline)));
    deadlines.removeIf(each -> leases.clock.left(each) > 30_000 * MILLI);
    deadlines.removeIf(each -> leases.clock.left(each) < -MILLI);
    return deadlines;
  }
}
