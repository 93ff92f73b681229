package io.tenure.shard;

import io.tenure.core.Change;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A store of one shard that a test can delay, cut off, and let lose data. */
final class TestStore extends SilentStore {

  /** The fate of a call. */
  enum Mood {
    ANSWERS,
    /** Fails without executing the call. */
    AWAY,
    /** Executes the call, and fails. */
    MUTE,
    /** Answers when the test calls {@link #goOn}. */
    SLOW
  }

  static final long PROMISED_MILLIS = 60_000;

  volatile Mood mood = Mood.ANSWERS;
  final List<Change> kept = new ArrayList<>();
  final List<Long> settled = new ArrayList<>();
  private final List<Runnable> heldUp = new ArrayList<>();
  long epoch;
  long next;
  String owner = "";
  boolean whole = true;

  /** Delays the answer to a confirmation that the journal is whole, until the test sends it. */
  boolean confirmsLate;

  final ArrayDeque<Runnable> confirmations = new ArrayDeque<>();

  /** The journal is incomplete until it is rewritten. */
  private boolean torn;

  /** The quarantine that claims report, until the journal is whole. */
  long quarantineMillis;

  long forgottenOwnershipMillis;

  /** The epoch of a claim in doubt, as reported to servers that are refused the shard. */
  long doubtedEpoch;

  /** The clock of the store; 0 when it has none. */
  LongSupplier millisSince2020 = () -> 0;

  boolean answeredInVain;
  boolean waitsOnPurpose;

  /** Another Redis answers than at the claim. */
  boolean elsewhere;

  /** Another server knows a longer promise than the owner, until the owner claims again. */
  boolean learns;

  /** Whether this server cannot read what the store has. */
  boolean unreadable;

  int claims;

  /** The reason why claims fail; empty when claims succeed. */
  String claimTrouble = "";

  @Override
  public Future<Claim> claim(int shard, String asker, long ownershipMillis, boolean inVain) {
    return perform(
        () -> {
          if (!claimTrouble.isEmpty()) {
            throw new IllegalStateException(claimTrouble);
          }
          mustBeFreeFor(asker);
          owner = asker;
          claims++;
          learns = false;
          answeredInVain = inVain;
          quarantineMillis = inVain ? PROMISED_MILLIS : quarantineMillis;
          return new Claim(
              nextEpoch(),
              quarantineMillis,
              forgottenOwnershipMillis,
              quarantineMillis == 0 ? "" : "restarted",
              "");
        });
  }

  @Override
  public Future<Advance> advance(
      int shard, String asker, long asked, long ownershipMillis, String identity) {
    return perform(
        () -> {
          if (!claimTrouble.isEmpty()) {
            throw new IllegalStateException(claimTrouble);
          }
          mustBeFreeFor(asker);
          if (epoch > asked && !owner.equals(asker)) {
            throw new Refused("epoch moved on to " + epoch);
          }
          torn |= epoch < asked || next < 0;
          whole &= !torn;
          owner = asker;
          epoch = Math.max(epoch, asked);
          return new Advance(nextEpoch(), torn);
        });
  }

  private void mustBeFreeFor(String asker) {
    if (!owner.isEmpty() && !owner.equals(asker)) {
      throw new Refused("owned by " + owner, owner, doubtedEpoch);
    }
  }

  private Epoch nextEpoch() {
    long millis = millisSince2020.getAsLong();
    long seconds = millis / 1_000;
    epoch = Math.max(epoch + 1, seconds);
    next = 0;
    int micros = epoch == seconds ? (int) (millis % 1_000) * 1_000 : 0;
    return new Epoch(epoch, micros, millis == 0 ? 0 : Math.max(0, epoch * 1_000 - millis));
  }

  @Override
  public Future<Extension> extend(int shard, String asker, long asked, long ownershipMillis) {
    return perform(
        () -> {
          check(asked);
          return new Extension("", elsewhere, learns);
        });
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
          if (unreadable) {
            throw new IllegalStateException("unreadable");
          }
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
  public boolean waitsOnPurpose(int shard, long asked) {
    return waitsOnPurpose && asked == epoch;
  }

  @Override
  public Future<Void> wipe(int shard, long asked) {
    return perform(
        () -> {
          check(asked);
          kept.clear();
          torn = true;
          whole = false;
          return null;
        });
  }

  @Override
  public Future<Void> whole(int shard, long asked, Doubt doubt) {
    Future<Void> heard = wholeAtOnce(asked, doubt);
    if (!confirmsLate) {
      return heard;
    }
    Promise<Void> answer = Promise.promise();
    confirmations.add(() -> heard.onComplete(answer));
    return answer.future();
  }

  private Future<Void> wholeAtOnce(long asked, Doubt doubt) {
    return perform(
        () -> {
          check(asked);
          torn = false;
          whole = doubt.reason().isEmpty();
          if (whole) {
            settled.add(asked);
            quarantineMillis = 0;
          }
          return null;
        });
  }

  /** Loses all data. */
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
