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
 * A store that keeps the protocol and may be slow, refuse, do it and then fail, or forget. It reads
 * a wall clock that people set forward and back.
 */
final class SimStore {

  /** 2025-01-01, in seconds since 2020-01-01. */
  private static final long WALL_START_SECONDS = 157_852_800;

  /** No change follows on what was restored. */
  private static final long NOTHING_FITS = -1;

  /** Longer than a second: two epochs of one second would be the same. */
  private static final long RESTORE_NANOS = 1_500 * Schedule.MILLI;

  private static final int FOLD_FROM = 4_096;

  /** What is kept of one shard. */
  private static final class Shelf {
    private long epoch;
    private @Nullable String owner;
    private long ownedUntilNanos;
    private long next;
    private List<Change> kept = new ArrayList<>();
    private int foldAt = FOLD_FROM;
  }

  private record Backup(long epoch, List<Change> kept) {}

  private final Schedule schedule;
  private final Chance chance;
  private final Scenario scenario;
  private final Auditor auditor;
  private final HolderClock clock;
  private final Shelf[] shelves;
  private final List<Backup> backups = new ArrayList<>();
  private long wallShiftSeconds;

  SimStore(Schedule schedule, Chance chance, Scenario scenario, Auditor auditor) {
    this.schedule = schedule;
    this.chance = chance;
    this.scenario = scenario;
    this.auditor = auditor;
    clock = new HolderClock(chance);
    shelves = new Shelf[scenario.shards()];
    for (int shard = 0; shard < shelves.length; shard++) {
      shelves[shard] = new Shelf();
    }
  }

  /** The store as {@code server} reaches it: what it answers arrives in a turn of that server. */
  LeaseStore reachedBy(SimServer server) {
    return new LeaseStore() {
      @Override
      public Future<Claim> claim(int shard, String owner, long epochMin, long termMillis) {
        return perform(
            server, shard, () -> claimed(shelves[shard], shard, owner, epochMin, termMillis));
      }

      @Override
      public Future<Void> extend(int shard, String owner, long epoch, long ttlMillis) {
        return perform(server, shard, () -> extended(shelves[shard], owner, epoch, ttlMillis));
      }

      @Override
      public Future<Void> leave(int shard, String owner, long epoch) {
        return perform(server, shard, () -> left(shelves[shard], owner, epoch));
      }

      @Override
      public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
        return perform(server, shard, () -> loaded(shelves[shard], epoch))
            .onSuccess(kept -> kept.forEach(replay))
            .mapEmpty();
      }

      @Override
      public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
        return perform(server, shard, () -> appended(shard, epoch, first, changes));
      }

      @Override
      public Future<Void> wipe(int shard, long epoch) {
        return perform(server, shard, () -> wiped(shelves[shard], epoch));
      }

      @Override
      public Future<Void> whole(int shard, long epoch) {
        return perform(server, shard, () -> wholeAgain(shelves[shard], epoch));
      }
    };
  }

  long wallSeconds() {
    return WALL_START_SECONDS + schedule.now() / Schedule.SECOND + wallShiftSeconds;
  }

  void setWall(long shiftSeconds) {
    wallShiftSeconds = shiftSeconds;
  }

  void backUp() {
    backups.clear();
    for (Shelf shelf : shelves) {
      backups.add(new Backup(shelf.epoch, List.copyOf(shelf.kept)));
    }
  }

  /** Everything since the backup is gone, or else the last writes of each shard. */
  void forget() {
    boolean restore = !backups.isEmpty() && chance.oneIn(2);
    for (int shard = 0; shard < shelves.length; shard++) {
      Shelf shelf = shelves[shard];
      if (restore) {
        shelf.epoch = backups.get(shard).epoch;
        shelf.kept = new ArrayList<>(backups.get(shard).kept);
      } else {
        int lost = Math.min(shelf.kept.size(), 1 + chance.below(5));
        shelf.kept = new ArrayList<>(shelf.kept.subList(0, shelf.kept.size() - lost));
      }
      shelf.next = NOTHING_FITS;
      shelf.owner = "whoever restores it";
      shelf.ownedUntilNanos = clock.nanos(schedule.now()) + RESTORE_NANOS;
    }
  }

  private LeaseStore.Claim claimed(
      Shelf shelf, int shard, String owner, long epochMin, long termMillis) {
    long nowNanos = clock.nanos(schedule.now());
    if (shelf.owner != null && !shelf.owner.equals(owner) && nowNanos - shelf.ownedUntilNanos < 0) {
      throw new LeaseStore.Refused("owned by " + shelf.owner);
    }
    shelf.epoch = Math.max(shelf.epoch + 1, epochMin);
    shelf.owner = owner;
    shelf.ownedUntilNanos = nowNanos + termMillis * Schedule.MILLI;
    shelf.next = 0;
    auditor.claimed(shard, owner, shelf.epoch);
    return new LeaseStore.Claim(shelf.epoch, 0);
  }

  private @Nullable Void extended(Shelf shelf, String owner, long epoch, long ttlMillis) {
    if (shelf.epoch != epoch || !owner.equals(shelf.owner)) {
      throw new LeaseStore.Refused("epoch moved on to " + shelf.epoch);
    }
    shelf.ownedUntilNanos = clock.nanos(schedule.now()) + ttlMillis * Schedule.MILLI;
    return null;
  }

  private @Nullable Void left(Shelf shelf, String owner, long epoch) {
    if (shelf.epoch == epoch && owner.equals(shelf.owner)) {
      shelf.owner = null;
    }
    return null;
  }

  private @Nullable Void wiped(Shelf shelf, long epoch) {
    if (shelf.epoch != epoch) {
      throw new LeaseStore.Refused("epoch moved on to " + shelf.epoch);
    }
    shelf.kept = new ArrayList<>();
    return null;
  }

  private @Nullable Void wholeAgain(Shelf shelf, long epoch) {
    if (shelf.epoch != epoch) {
      throw new LeaseStore.Refused("epoch moved on to " + shelf.epoch);
    }
    return null;
  }

  private List<Change> loaded(Shelf shelf, long epoch) {
    if (shelf.epoch != epoch) {
      throw new LeaseStore.Refused("epoch moved on to " + shelf.epoch);
    }
    return scenario.storeFolds() ? Fold.of(shelf.kept) : List.copyOf(shelf.kept);
  }

  private @Nullable Void appended(int shard, long epoch, long first, List<Change> changes) {
    Shelf shelf = shelves[shard];
    if (shelf.epoch != epoch) {
      throw new LeaseStore.Refused("epoch moved on to " + shelf.epoch);
    }
    if (shelf.next != 0 && shelf.next != first) {
      throw new LeaseStore.Refused("expected change " + shelf.next + ", not " + first);
    }
    shelf.next = shelf.next == NOTHING_FITS ? NOTHING_FITS : first + changes.size();
    shelf.kept.addAll(changes);
    if (scenario.storeFolds() && shelf.kept.size() >= shelf.foldAt) {
      shelf.kept = new ArrayList<>(Fold.of(shelf.kept));
      shelf.foldAt = shelf.kept.size() * 2 + FOLD_FROM;
    }
    auditor.kept(shard, changes);
    return null;
  }

  private <T> Future<T> perform(SimServer server, int shard, Supplier<T> deed) {
    Promise<T> promise = Promise.promise();
    boolean fault =
        schedule.now() < scenario.calmFromNanos() && chance.percent(scenario.storeFaultPercent());
    boolean skipped = fault && chance.oneIn(3);
    boolean denied = fault && chance.oneIn(3);
    long thereNanos = delayNanos(server, shard, fault && chance.oneIn(2));
    long backNanos = delayNanos(server, shard, fault && chance.oneIn(2));
    if (fault) {
      auditor.disturbed(shard, schedule.now() + thereNanos + backNanos);
    }
    schedule.after(
        thereNanos,
        () -> {
          T value = null;
          RuntimeException failure = null;
          try {
            value = skipped ? null : deed.get();
          } catch (LeaseStore.Refused refused) {
            failure = refused;
          }
          if (failure == null && (skipped || denied)) {
            failure = new IllegalStateException("no answer");
          }
          T kept = value;
          RuntimeException thrown = failure;
          schedule.after(
              backNanos,
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

  private long delayNanos(SimServer server, int shard, boolean slow) {
    long usual = chance.between(100_000, 2 * Schedule.MILLI);
    long cut = Math.max(0, server.cutUntilNanos() - schedule.now());
    if (cut > 0) {
      auditor.disturbed(shard, schedule.now() + cut + usual);
    }
    return cut + usual + (slow ? chance.spread(1, scenario.storeFaultNanosMax()) : 0);
  }
}
