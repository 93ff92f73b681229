package io.tenure.shard;

import io.tenure.core.Census;
import io.tenure.core.Change;
import io.tenure.core.LeaseTable;
import io.tenure.core.Word;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One shard as this server sees it: it waits for it, owns it, or has lost it. Claims it, loads it,
 * serves it in a {@link Reign}, and claims it again when that is over. Owned by its loop.
 */
final class Shard {

  /** Between two claims that were granted, so that epochs grow slower than seconds. */
  static final long CLAIM_EVERY_NANOS = 1_100_000_000L;

  /**
   * Between two looks at a shard that another server owns: a part of the second to take it over.
   */
  static final long LOOK_EVERY_NANOS = 200_000_000L;

  private record Loaded(Reign reign, LeaseStore.Claim claim) {}

  private static final Answer ELSEWHERE = new Answer.Elsewhere();

  private final int index;
  private final Rules rules;
  private final LeaseStore store;
  private final Loop loop;
  private final LongSupplier secrets;
  private final Neighbours neighbours;
  private final Probe probe;
  private final Ownership ownership;
  private final Epochs epochs;
  private final ShardMeter meter;
  private final Standing standing;
  private final Herald herald;

  /** Read by other threads only to be counted. */
  private volatile @Nullable Reign reign;

  private final Departure departure;
  private boolean claiming;

  /** The claim was answered, and what it claimed is read: it may take long. */
  private boolean loading;

  /** Claimed and loaded, but not to be opened yet. */
  private @Nullable Loaded awaiting;

  private boolean touched;
  private boolean more;
  private long claimAgainNanos;

  /** An earlier reign has answered what was never kept, and no claim has told the store yet. */
  private boolean answeredInVain;

  Shard(
      int index,
      Rules rules,
      LeaseStore store,
      Clock clock,
      Loop loop,
      LongSupplier secrets,
      Neighbours neighbours,
      Probe probe) {
    this.index = index;
    this.rules = rules;
    meter = new ShardMeter(index);
    this.store = new MeteredStore(store, clock, meter);
    this.loop = loop;
    this.secrets = secrets;
    this.neighbours = neighbours;
    this.probe = probe;
    ownership =
        new Ownership(this.store, index, rules.owner(), rules.termMillis(), loop.realTime());
    epochs = new Epochs(index, ownership, loop.realTime(), clock, this::claimFailed);
    standing = new Standing(index, rules.owner(), ownership, epochs, loop, meter);
    herald = new Herald(index, neighbours);
    departure = new Departure(index, rules.owner(), this.store);
    claimAgainNanos = loop.nowNanos();
  }

  int index() {
    return index;
  }

  boolean serves() {
    return reign != null;
  }

  ShardMeter meter() {
    return meter;
  }

  /** What its table holds, or null while it does not serve. To be asked on its loop. */
  @Nullable Census census() {
    Reign present = reign;
    return present == null ? null : present.table.census();
  }

  void hear(Call call) {
    boolean turnedAway = departure.begun() && !call.renewal();
    if (turnedAway || !reigns(reign -> reign.hear(call, loop.nowNanos()))) {
      call.answer(ELSEWHERE);
    }
  }

  void withdraw(Call call) {
    reigns(reign -> reign.withdraw(call, loop.nowNanos()));
  }

  void hear(Word word) {
    if (!reigns(reign -> reign.hear(word, loop.nowNanos()))
        && word instanceof Word.LossHeard answer) {
      herald.answered(answer);
    }
  }

  /**
   * As {@link LeaseTable#renew}, or {@link LeaseTable#keepAlive} of a session; or {@link
   * RenewalBatch#ELSEWHERE}.
   */
  long renew(boolean session, int slot, int generation, long secretHigh, long secretLow) {
    Reign present = reigning();
    if (present == null) {
      return RenewalBatch.ELSEWHERE;
    }
    try {
      long now = loop.nowNanos();
      return session
          ? present.table.keepAlive(now, slot, generation, secretHigh, secretLow)
          : present.table.renew(now, slot, generation, secretHigh, secretLow);
    } catch (RuntimeException broken) {
      present.line.stepDown(broken);
      return RenewalBatch.ELSEWHERE;
    }
  }

  /** As {@link LeaseTable#touch}. */
  long touch(int slot) {
    Reign present = reign;
    return present == null ? 0 : present.table.touch(slot);
  }

  /** As {@link LeaseTable#dueIn}. */
  long dueIn(long horizonNanos) {
    Reign present = reign;
    return present == null ? Long.MAX_VALUE : present.table.dueIn(loop.nowNanos(), horizonNanos);
  }

  /** True: there is more to do; let the loop breathe and call again. */
  boolean tick() {
    ownership.tick();
    standing.tick(reign);
    more = false;
    if (reigns(this::tick)) {
      return more;
    }
    boolean goesAnyway = loading && departure.begun();
    if (departure.over() || claiming && !goesAnyway) {
      return false;
    }
    if (departure.begun()) {
      leaveUnserved();
    } else if (awaiting != null) {
      openInTime(awaiting);
    } else if (loop.nowNanos() - claimAgainNanos >= 0) {
      claim();
    }
    return false;
  }

  private void tick(Reign present) {
    more = present.tick(loop.nowNanos(), !departure.begun());
    leaveWhenDone(present);
  }

  /** Does it if this server may speak for the shard. A table that fails on the way is dropped. */
  private boolean reigns(Consumer<Reign> deed) {
    Reign present = reigning();
    if (present == null) {
      return false;
    }
    attempt(present, deed);
    return true;
  }

  private static void attempt(Reign present, Consumer<Reign> deed) {
    try {
      deed.accept(present);
    } catch (RuntimeException broken) {
      present.line.stepDown(broken);
    }
  }

  /** {@code sends}: what this turn changed leaves now, and not with that of the next. */
  void endTurn(boolean sends) {
    if (!touched) {
      return;
    }
    Reign present = reigning();
    touched = !sends;
    if (present != null) {
      attempt(present, sends ? reign -> reign.line.flush() : reign -> reign.line.endTurn());
    }
  }

  private void endTurnSoon() {
    touched = true;
    loop.goOn();
  }

  /** Hands the shard back in order: everything kept, and nobody has to wait for a term to end. */
  Future<Void> leave() {
    if (!departure.begun()) {
      departure.begin(loop.nowNanos());
      touched = true;
      if (reign != null) {
        reign.turnAway();
      }
    }
    return departure.done();
  }

  private void leaveWhenDone(Reign present) {
    boolean kept = present.everythingIsKept();
    if (departure.begun() && (kept || departure.late(loop.nowNanos()))) {
      long epoch = ownership.epoch();
      departure.leaves();
      present.line.stepDown(new IllegalStateException("the server stops"));
      departure.handBack(kept, epoch);
    }
  }

  /** It may own the shard by a claim that has just been answered, without having loaded it. */
  private void leaveUnserved() {
    if (departure.over()) {
      return;
    }
    departure.leaves();
    standing.is(ShardState.Stage.LEFT, null);
    boolean owned = ownership.holds();
    long epoch = ownership.epoch();
    ownership.giveUp();
    departure.handBack(owned, epoch);
  }

  /** The present reign, if it may still speak at the time of this turn. */
  private @Nullable Reign reigning() {
    Reign present = reign;
    if (present == null) {
      return null;
    }
    if (!ownership.holds(loop.realNanos())) {
      present.line.stepDown(new IllegalStateException("the ownership ran out"));
      return null;
    }
    touched = true;
    return present;
  }

  private void claim() {
    claiming = true;
    standing.claims();
    long begunNanos = loop.nowNanos();
    epochs
        .claim(answeredInVain)
        .compose(this::load)
        .onComplete(
            loaded -> {
              claiming = false;
              loading = false;
              claimAgainNanos = begunNanos + CLAIM_EVERY_NANOS;
              if (departure.begun()) {
                leaveUnserved();
              } else if (loaded.succeeded() && ownership.holds()) {
                openInTime(loaded.result());
              } else {
                ownership.giveUp();
                standing.waits(reasonOf(loaded.cause()));
                if (loaded.cause() instanceof LeaseStore.Refused refusal) {
                  // mistake: slow-stand-by
                  claimAgainNanos = begunNanos + LOOK_EVERY_NANOS;
                  herald.looked(refusal.doubtedEpoch(), ownership.epoch());
                }
                probe.waits(index, reasonOf(loaded.cause()));
              }
            });
  }

  /** What a shard that is served cannot do for want of its next epoch is told at once. */
  private void claimFailed(Throwable why) {
    if (reign != null) {
      probe.staysInItsEpoch(index, why);
    }
  }

  private Future<Loaded> load(LeaseStore.Claim claim) {
    answeredInVain = false;
    standing.is(ShardState.Stage.LOADS, null);
    Reign next =
        new Reign(
            index,
            rules,
            store,
            ownership,
            epochs,
            secrets,
            neighbours,
            probe,
            meter.measures(),
            this::endTurnSoon,
            this::drop);
    loading = true;
    return store
        .load(index, claim.epoch(), change -> replay(next, change))
        .map(nothing -> new Loaded(next, claim));
  }

  /** Whoever leaves does not read to the end first: of millions of leases that takes too long. */
  private void replay(Reign next, Change change) {
    if (departure.begun()) {
      throw new IllegalStateException("the server stops");
    }
    next.table.replay(change);
  }

  private static Throwable reasonOf(@Nullable Throwable cause) {
    return cause == null ? new IllegalStateException("the ownership ran out") : cause;
  }

  private void openInTime(Loaded loaded) {
    awaiting = null;
    if (!ownership.holds()) {
      doWithout("the ownership ran out");
    } else if (epochs.mustClaimAnew()) {
      doWithout("another Redis keeps the shard now");
    } else if (epochs.mayOpen()) {
      open(loaded);
    } else {
      awaiting = loaded;
      standing.awaitsOpening();
    }
  }

  private void doWithout(String why) {
    ownership.giveUp();
    standing.waits(new IllegalStateException(why));
  }

  private void open(Loaded loaded) {
    LeaseStore.Claim claim = loaded.claim;
    long nowNanos = loop.freshNanos();
    reign = loaded.reign;
    touched = true;
    try {
      loaded.reign.open(nowNanos, claim);
    } catch (RuntimeException broken) {
      loaded.reign.line.stepDown(broken);
    }
    if (reign != null) {
      standing.is(ShardState.Stage.SERVES, reign);
      probe.serves(index, claim.epoch(), claim.quarantineMillis());
    }
  }

  private void drop(Throwable cause) {
    Reign dropped = reign;
    if (dropped != null) {
      answeredInVain |= dropped.answeredInVain();
    }
    reign = null;
    ownership.giveUp();
    boolean left = departure.over();
    standing.is(left ? ShardState.Stage.LEFT : ShardState.Stage.CLAIMS, null);
    if (left) {
      probe.leaves(index);
    } else {
      probe.stepsDown(index, cause);
    }
  }
}
