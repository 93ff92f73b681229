package io.tenure.core.model;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import io.tenure.api.Request.Acquire;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes random requests: few keys and few clients, so that they meet, and some invalid requests.
 */
final class Dealer {
  private static final List<Key> KEYS =
      List.of(Key.of("a/one"), Key.of("a/two"), Key.of("b/slots"), Key.of("b/mixed"));
  private static final List<String> HOLDERS = List.of("ann", "bob", "cid");

  private final Limits limits;
  private final Clients clients;

  Dealer(Limits limits, Clients clients) {
    this.limits = limits;
    this.clients = clients;
  }

  Request next(SplittableRandom random, ModelShard shard) {
    int number = shard.number();
    int dice = random.nextInt(100);
    if (dice < 34) {
      return acquire(random, shard);
    } else if (dice < 44) {
      return new Request.Renew(handles(random, shard, 1 + random.nextInt(4) * random.nextInt(2)));
    } else if (dice < 51) {
      return new Request.Release(lease(random, shard));
    } else if (dice < 56) {
      return breaking(random, shard);
    } else if (dice < 61) {
      return transfer(random, shard);
    } else if (dice < 64) {
      return value(random, shard);
    } else if (dice < 67) {
      return new Request.Inspect(lease(random, shard));
    } else if (dice < 71) {
      return new Request.Look(pick(random, KEYS));
    } else if (dice < 83) {
      return ofSession(random, shard);
    } else if (dice < 87) {
      return byOperator(random, shard);
    } else if (dice < 92) {
      return watch(random, shard);
    } else if (dice < 95) {
      return new PerShardRequest.Withdraw(ticket(random, clients.waiting.get(number)));
    }
    return again(random, shard);
  }

  static <T> T pick(SplittableRandom random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private Request again(SplittableRandom random, ModelShard shard) {
    List<Request> known = clients.repeatable.get(shard.number());
    return known.isEmpty() ? acquire(random, shard) : pick(random, known);
  }

  private Acquire acquire(SplittableRandom random, ModelShard shard) {
    String holder = random.nextInt(60) == 0 ? "" : pick(random, HOLDERS);
    Key key = pick(random, KEYS);
    AcquireBuilder wish = AcquireBuilder.of(key, holder).mode(mode(random, key));
    long wait = random.nextInt(5) < 3 ? 0 : duration(random, limits.waitMillisMax());
    wish.waiting(random.nextInt(80) == 0 ? -1 : wait);
    if (random.nextInt(3) == 0) {
      wish.requestId(id("r", random, 6));
    }
    if (random.nextInt(4) == 0) {
      wish.value(Value.of("v" + random.nextInt(3)));
    }
    if (random.nextInt(4) == 0) {
      wish.lockDelay(1 + random.nextInt(300));
    }
    if (!clients.sessions.isEmpty() && random.nextInt(3) == 0) {
      if (random.nextInt(5) == 0) {
        wish.maxLifetime(limits.ttlMillisMin() + random.nextInt(1_500));
      }
      return wish.under(session(random, shard)).build();
    }
    long ttl = ttl(random);
    wish.ttl(ttl);
    if (random.nextInt(4) == 0) {
      wish.hardTtl(random.nextInt(20) == 0 ? ttl - 1 : ttl + random.nextInt(600));
    }
    if (random.nextInt(5) == 0) {
      wish.maxLifetime(1 + random.nextInt(1_500));
    }
    return wish.build();
  }

  /** An id out of a few, so that requests meet, and out of new ones as time passes. */
  private String id(String letter, SplittableRandom random, int few) {
    return letter + (clients.tickets() / 64 + random.nextInt(few));
  }

  private Mode mode(SplittableRandom random, Key key) {
    if (key.equals(KEYS.get(0)) || random.nextInt(12) == 0) {
      return Mode.EXCLUSIVE;
    } else if (key.equals(KEYS.get(1))) {
      return random.nextInt(3) == 0 ? Mode.EXCLUSIVE : Mode.SHARED;
    } else if (key.equals(KEYS.get(2))) {
      return Mode.slots(random.nextInt(6) == 0 ? random.nextInt(4) : 2);
    }
    return switch (random.nextInt(3)) {
      case 0 -> Mode.SHARED;
      case 1 -> Mode.slots(2);
      default -> Mode.EXCLUSIVE;
    };
  }

  private long ttl(SplittableRandom random) {
    long min = limits.ttlMillisMin();
    return switch (random.nextInt(24)) {
      case 0 -> min - 1;
      case 1 -> limits.ttlMillisMax() + random.nextInt(2);
      case 2, 3, 4 -> min;
      default -> duration(random, limits.ttlMillisMax());
    };
  }

  private long duration(SplittableRandom random, long max) {
    long min = limits.ttlMillisMin();
    long longest = random.nextInt(8) == 0 ? 20_000 : 800;
    return Math.min(max, min + random.nextLong(longest));
  }

  /**
   * Mostly a leaseId that was granted; else a made-up one, or one of a session or of another shard.
   */
  LeaseId lease(SplittableRandom random, ModelShard shard) {
    List<LeaseId> known = clients.leases.get(shard.number());
    if (random.nextInt(9) == 0 || known.isEmpty()) {
      return strange(random, shard.number());
    }
    List<LeaseId> living = living(known, shard);
    boolean alive = random.nextInt(3) > 0 && !living.isEmpty();
    return pick(random, alive ? living : known);
  }

  private static List<LeaseId> living(List<LeaseId> known, ModelShard shard) {
    List<LeaseId> living = new ArrayList<>(known);
    living.removeIf(each -> shard.leases().living(each) == null);
    return living;
  }

  private LeaseId strange(SplittableRandom random, int number) {
    List<LeaseId> all = new ArrayList<>(clients.sessions);
    clients.leases.forEach(all::addAll);
    all.removeIf(each -> random.nextBoolean() && each.shard() != number);
    LeaseId like = all.isEmpty() ? new LeaseId(number, 0, 1, 2, 3) : pick(random, all);
    long high = like.secretHigh();
    long low = like.secretLow();
    return switch (random.nextInt(6)) {
      case 0 -> new LeaseId(number, like.row(), like.generation(), high, low ^ 1);
      case 1 -> new LeaseId(number, like.row(), like.generation(), high ^ 1L << 63, low);
      case 2 -> new LeaseId(number, like.row(), like.generation() + 1 & 0xffffff, high, low);
      case 3 -> new LeaseId(number, like.row() + 1, like.generation(), high, low);
      case 4 -> new LeaseId(number, 1 << 20, 0, 0, 0);
      default -> new LeaseId(number, like.row(), like.generation(), high, low);
    };
  }

  private List<LeaseId> handles(SplittableRandom random, ModelShard shard, int count) {
    List<LeaseId> handles = new ArrayList<>();
    for (int each = 0; each < count; each++) {
      handles.add(lease(random, shard));
    }
    return handles;
  }

  private LeaseId session(SplittableRandom random, ModelShard shard) {
    List<LeaseId> known = clients.sessions;
    if (known.isEmpty() || random.nextInt(20) == 0) {
      return strange(random, shard.number());
    }
    int latest = Math.min(known.size(), random.nextBoolean() ? 3 : 16);
    return random.nextBoolean()
        ? homeSession(random, shard)
        : known.get(known.size() - 1 - random.nextInt(latest));
  }

  /** A session of this shard, or an id that looks like one. */
  LeaseId homeSession(SplittableRandom random, ModelShard shard) {
    List<LeaseId> home = new ArrayList<>(clients.sessions);
    home.removeIf(each -> each.shard() != shard.number());
    if (home.isEmpty() || random.nextInt(15) == 0) {
      return strange(random, shard.number());
    }
    List<LeaseId> living = living(home, shard);
    return pick(random, living.isEmpty() || random.nextInt(3) == 0 ? home : living);
  }

  private OperatorRequest.Break breaking(SplittableRandom random, ModelShard shard) {
    Key key = pick(random, KEYS);
    List<NaiveTenure> holders = shard.leases().recorded(key);
    long token = 0;
    if (!holders.isEmpty() && random.nextBoolean()) {
      token = pick(random, holders).token() + (random.nextInt(6) == 0 ? 1 : 0);
    }
    long grace =
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> OperatorRequest.GRACE_TTL;
          default -> 1 + random.nextInt(400);
        };
    String id = random.nextInt(3) == 0 ? id("b", random, 3) : null;
    return new OperatorRequest.Break(key, token, grace, "why " + random.nextInt(3), id);
  }

  private Request.Transfer transfer(SplittableRandom random, ModelShard shard) {
    @Nullable String next = random.nextBoolean() ? null : pick(random, HOLDERS);
    String id = random.nextInt(3) == 0 ? id("t", random, 3) : null;
    return new Request.Transfer(lease(random, shard), random.nextInt(40) == 0 ? "" : next, id);
  }

  private Request.SetValue value(SplittableRandom random, ModelShard shard) {
    Value value =
        switch (random.nextInt(16)) {
          case 0 -> null;
          case 1 -> Value.of(new byte[Limits.VALUE_BYTES_MAX + 1]);
          default -> Value.of("w" + random.nextInt(9));
        };
    String id = random.nextInt(2) == 0 ? id("v", random, 5) : null;
    return new Request.SetValue(lease(random, shard), value, id);
  }

  private Request ofSession(SplittableRandom random, ModelShard shard) {
    int dice = random.nextInt(12);
    if (dice < 4) {
      String id = random.nextInt(3) == 0 ? id("s", random, 3) : null;
      return new Request.OpenSession(pick(random, HOLDERS), ttl(random), id);
    } else if (dice < 8) {
      return new Request.KeepAlive(homeSession(random, shard));
    } else if (dice < 10) {
      return new Request.CloseSession(homeSession(random, shard));
    }
    return new Request.InspectSession(homeSession(random, shard));
  }

  private static Request byOperator(SplittableRandom random, ModelShard shard) {
    if (random.nextInt(40) == 0) {
      String reason = random.nextInt(4) == 0 ? "" : "the old server is off";
      return new OperatorRequest.EndQuarantine(shard.number(), reason);
    }
    return fence(random);
  }

  private static Request fence(SplittableRandom random) {
    String fence = "fence" + random.nextInt(5);
    return switch (random.nextInt(6)) {
      case 0 -> new Request.ReadFence(fence);
      case 1 -> new OperatorRequest.DropFence(fence, 1 + random.nextInt(30));
      default -> new Request.RaiseFence(fence, 1 + random.nextInt(30));
    };
  }

  private Request watch(SplittableRandom random, ModelShard shard) {
    List<Long> mine = clients.watchers.get(shard.number());
    if (random.nextInt(2) == 0 && !mine.isEmpty()) {
      long watcher = ticket(random, mine);
      return new PerShardRequest.Unwatch(watcher == shard.auditor() ? 7 : watcher);
    }
    Key key = random.nextBoolean() ? pick(random, KEYS) : null;
    String prefix = pick(random, List.of("", "a/", "b/", "none"));
    return new PerShardRequest.Watch(key, prefix, from(random, shard));
  }

  private static long from(SplittableRandom random, ModelShard shard) {
    List<LeaseEvent> history = shard.watches().history();
    if (random.nextInt(3) == 0 || history.isEmpty()) {
      return random.nextInt(8) == 0 ? random.nextInt(3) : PerShardRequest.FROM_NOW;
    }
    if (random.nextInt(20) == 0) {
      return shard.leases().numbers.last + 1 + random.nextInt(3);
    }
    int back = random.nextInt(Math.min(history.size(), random.nextBoolean() ? 8 : 60));
    return history.get(history.size() - 1 - back).revision() - random.nextInt(2);
  }

  private static long ticket(SplittableRandom random, List<Long> known) {
    return known.isEmpty() || random.nextInt(10) == 0 ? 7 : pick(random, known);
  }
}
