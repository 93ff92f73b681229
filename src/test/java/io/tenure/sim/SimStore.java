package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps the protocol and may be slow, be away, refuse, do it and then fail, or forget.
 */
final class SimStore {

  /** Whoever gets no answer is told so within this. */
  private static final long ANSWERED_WITHIN_NANOS = Schedule.SECOND;

  private final Schedule schedule;
  private final Chance chance;
  private final Scenario scenario;
  private final Auditor auditor;
  private final HolderClock clock;
  private final SimShelf[] shelves;
  private final List<SimShelf.Backup> backups = new ArrayList<>();
  private long awayUntilNanos;
  private long slowUntilNanos;

  SimStore(Schedule schedule, Chance chance, Scenario scenario, Auditor auditor) {
    this.schedule = schedule;
    this.chance = chance;
    this.scenario = scenario;
    this.auditor = auditor;
    clock = new HolderClock(chance);
    shelves = new SimShelf[scenario.shards()];
    for (int shard = 0; shard < shelves.length; shard++) {
      shelves[shard] = new SimShelf(scenario.relaxed(), scenario.storeFolds());
    }
  }

  /** The store as {@code server} reaches it: what it answers arrives in a turn of that server. */
  LeaseStore reachedBy(SimServer server) {
    return new LeaseStore() {
      @Override
      public Future<Claim> claim(int shard, String owner, long epochMin, long termMillis) {
        // Refusals by the million: thrown, they cost more than all the rest.
        return perform(
            server,
            shard,
            () -> shelves[shard].refusal(owner, nanos()),
            () -> claimed(server, shard, owner, epochMin, termMillis));
      }

      @Override
      public Future<Void> extend(int shard, String owner, long epoch, long termMillis) {
        return perform(
            server,
            shard,
            () -> shelves[shard].extend(owner, server.name, epoch, termMillis, nanos()));
      }

      @Override
      public Future<Void> leave(int shard, String owner, long epoch) {
        return perform(
            server, shard, () -> shelves[shard].leave(owner, server.name, epoch, nanos()));
      }

      @Override
      public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
        return perform(server, shard, () -> loaded(server, shard, epoch))
            .onSuccess(kept -> kept.forEach(replay))
            .mapEmpty();
      }

      @Override
      public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
        return perform(server, shard, () -> appended(server, shard, epoch, first, changes));
      }

      @Override
      public Future<Void> wipe(int shard, long epoch) {
        return perform(server, shard, () -> shelves[shard].wipe(epoch));
      }

      @Override
      public Future<Void> whole(int shard, long epoch) {
        return perform(server, shard, () -> shelves[shard].whole(epoch));
      }
    };
  }

  private long nanos() {
    return clock.nanos(schedule.now());
  }

  void backUp() {
    backups.clear();
    for (SimShelf shelf : shelves) {
      backups.add(shelf.backUp());
    }
  }

  /** Everything since the backup is gone, or the last writes of each shard, or everything. */
  void forget() {
    int way = chance.below(4);
    for (int shard = 0; shard < shelves.length; shard++) {
      if (way == 0) {
        shelves[shard].loseAll();
      } else if (way == 1 && !backups.isEmpty()) {
        shelves[shard].restore(backups.get(shard));
      } else {
        shelves[shard].loseTail(chance);
      }
      auditor.forgotten(shard, shelves[shard].server());
    }
  }

  /** Answers nobody for a while. */
  void goAway(long nanos) {
    awayUntilNanos = schedule.now() + nanos;
    auditor.away(awayUntilNanos);
  }

  void slowDown(long nanos) {
    slowUntilNanos = schedule.now() + nanos;
    for (int shard = 0; shard < shelves.length; shard++) {
      auditor.disturbed(shard, slowUntilNanos + scenario.storeFaultNanosMax());
    }
  }

  private LeaseStore.Claim claimed(
      SimServer server, int shard, String owner, long epochMin, long termMillis) {
    LeaseStore.Claim claim =
        shelves[shard].claim(owner, server.name, epochMin, termMillis, nanos());
    auditor.claimed(shard, server.name, claim);
    return claim;
  }

  private List<Change> loaded(SimServer server, int shard, long epoch) {
    List<Change> kept = shelves[shard].load(epoch);
    auditor.loads(shard, server.name, kept);
    return kept;
  }

  private void appended(SimServer server, int shard, long epoch, long first, List<Change> changes) {
    if (shelves[shard].append(server.name, epoch, first, changes)) {
      auditor.journal.kept(shard, server.name, changes);
    }
  }

  private Future<Void> perform(SimServer server, int shard, Runnable deed) {
    return perform(
        server,
        shard,
        () -> {
          deed.run();
          return null;
        });
  }

  private <T> Future<T> perform(SimServer server, int shard, Supplier<@Nullable T> deed) {
    return perform(server, shard, () -> null, deed);
  }

  private <T> Future<T> perform(
      SimServer server,
      int shard,
      Supplier<@Nullable RuntimeException> refusal,
      Supplier<@Nullable T> deed) {
    Promise<T> promise = Promise.promise();
    boolean fault =
        schedule.now() < scenario.calmFromNanos() && chance.percent(scenario.storeFaultPercent());
    boolean away = schedule.now() < awayUntilNanos;
    boolean skipped = away || fault && chance.oneIn(3);
    boolean denied = fault && chance.oneIn(3);
    boolean slow = schedule.now() < slowUntilNanos;
    // Whoever is cut off is not heard, or does not hear.
    boolean unheard = chance.oneIn(2);
    long thereNanos = delayNanos(slow || fault && chance.oneIn(2));
    long backNanos = delayNanos(slow || fault && chance.oneIn(2));
    long cutNanos = Math.max(0, server.cutUntilNanos() - schedule.now());
    thereNanos += unheard ? cutNanos : 0;
    backNanos += unheard ? 0 : cutNanos;
    if (away) {
      backNanos += chance.between(0, ANSWERED_WITHIN_NANOS);
    }
    if (fault || away || cutNanos > 0) {
      auditor.disturbed(shard, schedule.now() + thereNanos + backNanos);
    }
    long answerNanos = backNanos;
    schedule.after(
        thereNanos,
        () -> {
          T value = null;
          RuntimeException failure = skipped ? null : refusal.get();
          try {
            value = skipped || failure != null ? null : deed.get();
          } catch (LeaseStore.Refused | LeaseStore.WentBackwards no) {
            failure = no;
          }
          if (failure == null && (skipped || denied)) {
            failure = new IllegalStateException("no answer");
          }
          T kept = value;
          RuntimeException thrown = failure;
          schedule.after(
              answerNanos,
              () ->
                  server.inTurn(
                      () -> {
                        if (thrown == null) {
                          promise.complete(kept);
                        } else {
                          promise.fail(thrown);
                        }
                      }));
        });
    return promise.future();
  }

  private long delayNanos(boolean slow) {
    long usual = chance.between(100_000, 2 * Schedule.MILLI);
    return usual + (slow ? chance.spread(1, scenario.storeFaultNanosMax()) : 0);
  }
}
