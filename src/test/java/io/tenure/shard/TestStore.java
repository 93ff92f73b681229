package io.tenure.shard;

import io.tenure.core.Change;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A store of one shard that a test can hold up, cut off, and rob. */
final class TestStore extends SilentStore {

  /** What becomes of a call. */
  enum Mood {
    ANSWERS,
    /** Does nothing and fails. */
    AWAY,
    /** Does it and fails. */
    MUTE,
    /** Answers when {@link #goOn} is called. */
    SLOW
  }

  Mood mood = Mood.ANSWERS;
  final List<Change> kept = new ArrayList<>();
  private final List<Runnable> heldUp = new ArrayList<>();
  long epoch;
  long next;
  String owner = "";
  boolean whole = true;
  long quarantineMillis;

  @Override
  public Future<Claim> claim(int shard, String asker, long epochMin, long termMillis) {
    return perform(
        () -> {
          if (!owner.isEmpty() && !owner.equals(asker)) {
            throw new Refused("owned by " + owner);
          }
          owner = asker;
          epoch = Math.max(epoch + 1, epochMin);
          next = 0;
          return new Claim(epoch, quarantineMillis);
        });
  }

  @Override
  public Future<Void> extend(int shard, String asker, long asked, long termMillis) {
    return perform(() -> check(asked));
  }

  @Override
  public Future<Void> leave(int shard, String asker, long asked) {
    return perform(
        () -> {
          check(asked);
          owner = "";
          return null;
        });
  }

  @Override
  public Future<Void> load(int shard, long asked, Consumer<Change> replay) {
    return perform(
        () -> {
          check(asked);
          kept.forEach(replay);
          return null;
        });
  }

  @Override
  public Future<Void> append(int shard, long asked, long first, List<Change> changes) {
    return perform(
        () -> {
          check(asked);
          boolean again = next == first + changes.size();
          if (next != 0 && next != first && !again) {
            throw new WentBackwards("expected " + next + ", not " + first);
          }
          if (!again) {
            kept.addAll(changes);
            next = first + changes.size();
          }
          return null;
        });
  }

  @Override
  public Future<Void> wipe(int shard, long asked) {
    return perform(
        () -> {
          check(asked);
          kept.clear();
          whole = false;
          return null;
        });
  }

  @Override
  public Future<Void> whole(int shard, long asked) {
    return perform(
        () -> {
          check(asked);
          whole = true;
          return null;
        });
  }

  /** Everything is gone. */
  void forget() {
    kept.clear();
    epoch = 0;
    next = -1;
    owner = "";
  }

  void goOn() {
    List<Runnable> waiting = List.copyOf(heldUp);
    heldUp.clear();
    waiting.forEach(Runnable::run);
  }

  private Void check(long asked) {
    if (asked < epoch) {
      throw new Refused("epoch moved on to " + epoch);
    }
    if (asked > epoch) {
      throw new WentBackwards("epoch is " + epoch);
    }
    return null;
  }

  private <T> Future<T> perform(Supplier<T> deed) {
    Promise<T> promise = Promise.promise();
    Runnable answer =
        () -> {
          try {
            T done = mood == Mood.AWAY ? null : deed.get();
            if (mood == Mood.AWAY || mood == Mood.MUTE) {
              promise.fail("no answer");
            } else {
              promise.complete(done);
            }
          } catch (RuntimeException no) {
            promise.fail(no);
          }
        };
    if (mood == Mood.SLOW) {
      heldUp.add(answer);
    } else {
      answer.run();
    }
    return promise.future();
  }
}
