package io.tenure.shard;

import io.tenure.core.Change;
import io.tenure.core.LeaseTable;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableStats;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One shard as this server sees it: it waits for it, owns it, or has lost it. Claims it, loads it,
 * serves it in a {@link OwnedShard}, and claims it again when that is over. Owned by its loop.
 */
final class Shard {

  /** Between two claims that were granted, so that epochs grow slower than seconds. */
  static final long CLAIM_EVERY_NANOS = 1_100_000_000L;

  /**
   * Between two looks at a shard that another server owns: a part of the second to take it over.
   */
  static final long LOOK_EVERY_NANOS = 200_000_000L;

  private record Loaded(OwnedShard owned, LeaseStore.Claim claim) {}

  private static final CallResult ELSEWHERE = new CallResult.Elsewhere();

  private final int index;
  private final ShardSettings settings;
  private final LeaseStore store;
  private final ShardLoop loop;
  private final LongSupplier secrets;
  private final ShardMessenger messenger;
  private final ShardListener listener;
  private final Ownership ownership;
  private final Epochs epochs;
  private final ShardMeter meter;
  private final StatusReporter status;
  private final DoubtAnnouncer announcer;

  /** Read by other threads only to be counted. */
  private volatile @Nullable OwnedShard owned;

  private final HandBack handBack;
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
      ShardSettings settings,
      LeaseStore store,
      Clock clock,
      ShardLoop loop,
      LongSupplier secrets,
      ShardMessenger messenger,
      ShardListener listener) {
    this.index = index;
    this.settings = settings;
    meter = new ShardMeter(index);
    this.store = new MeteredStore(store, clock, meter);
    this.loop = loop;
    this.secrets = secrets;
    this.messenger = messenger;
    this.listener = listener;
    ownership =
        new Ownership(this.store, index, settings.owner(), settings.termMillis(), loop.realTime());
    epochs = new Epochs(index, ownership, loop.realTime(), clock, this::claimFailed);
    status = new StatusReporter(index, settings.owner(), ownership, epochs, loop, meter);
    announcer = new DoubtAnnouncer(index, messenger);
    handBack = new HandBack(index, settings.owner(), this.store);
    claimAgainNanos = loop.nowNanos();
  }

  int index() {
    return index;
  }

  boolean serves() {
    return owned != null;
  }

  ShardMeter meter() {
    return meter;
  }

  /** What its table holds, or null while it does not serve. To be asked on its loop. */
  @Nullable TableStats stats() {
    OwnedShard present = owned;
    return present == null ? null : present.table.stats();
  }

  void hear(Call call) {
    boolean turnedAway = handBack.begun() && !call.renewal();
    if (turnedAway || !reigns(owned -> owned.hear(call, loop.nowNanos()))) {
      call.answer(ELSEWHERE);
    }
  }

  void withdraw(Call call) {
    reigns(owned -> owned.withdraw(call, loop.nowNanos()));
  }

  void hear(ShardMessage message) {
    if (!reigns(owned -> owned.hear(message, loop.nowNanos()))
        && message instanceof ShardMessage.LossHeard answer) {
      announcer.answered(answer);
    }
  }

  /**
   * As {@link LeaseTable#renew}, or {@link LeaseTable#keepAlive} of a session; or {@link
   * RenewalBatch#ELSEWHERE}.
   */
  long renew(boolean session, int slot, int generation, long secretHigh, long secretLow) {
    OwnedShard present = reigning();
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
    OwnedShard present = owned;
    return present == null ? 0 : present.table.touch(slot);
  }

  /** As {@link LeaseTable#dueIn}. */
  long dueIn(long horizonNanos) {
    OwnedShard present = owned;
    return present == null ? Long.MAX_VALUE : present.table.dueIn(loop.nowNanos(), horizonNanos);
  }

  /** True: there is more to do; let the loop breathe and call again. */
  boolean tick() {
    ownership.tick();
    status.tick(owned);
    more = false;
    if (reigns(this::tick)) {
      return more;
    }
    boolean goesAnyway = loading && handBack.begun();
    if (handBack.over() || claiming && !goesAnyway) {
      return false;
    }
    if (handBack.begun()) {
      leaveUnserved();
    } else if (awaiting != null) {
      openInTime(awaiting);
    } else if (loop.nowNanos() - claimAgainNanos >= 0) {
      claim();
    }
    return false;
  }

  private void tick(OwnedShard present) {
    more = present.tick(loop.nowNanos(), !handBack.begun());
    leaveWhenDone(present);
  }

  /** Does it if this server may speak for the shard. A table that fails on the way is dropped. */
  private boolean reigns(Consumer<OwnedShard> deed) {
    OwnedShard present = reigning();
    if (present == null) {
      return false;
    }
    attempt(present, deed);
    return true;
  }

  private static void attempt(OwnedShard present, Consumer<OwnedShard> deed) {
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
    OwnedShard present = reigning();
    touched = !sends;
    if (present != null) {
      attempt(present, sends ? owned -> owned.line.flush() : owned -> owned.line.endTurn());
    }
  }

  private void endTurnSoon() {
    touched = true;
    loop.goOn();
  }

  /** Hands the shard back in order: everything kept, and nobody has to wait for a term to end. */
  Future<Void> leave() {
    if (!handBack.begun()) {
      handBack.begin(loop.nowNanos());
      touched = true;
      if (owned != null) {
        owned.turnAway();
      }
    }
    return handBack.done();
  }

  private void leaveWhenDone(OwnedShard present) {
    boolean kept = present.everythingIsKept();
    if (handBack.begun() && (kept || handBack.late(loop.nowNanos()))) {
      long epoch = ownership.epoch();
      handBack.leaves();
      present.line.stepDown(new IllegalStateException("the server stops"));
      handBack.handBack(kept, epoch);
    }
  }

  /** It may own the shard by a claim that has just been answered, without having loaded it. */
  private void leaveUnserved() {
    if (handBack.over()) {
      return;
    }
    handBack.leaves();
    status.is(ShardState.Stage.LEFT, null);
    boolean owned = ownership.holds();
    long epoch = ownership.epoch();
    ownership.giveUp();
    handBack.handBack(owned, epoch);
  }

  /** The present reign, if it may still speak at the time of this turn. */
  private @Nullable OwnedShard reigning() {
    OwnedShard present = owned;
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
    status.claims();
    long begunNanos = loop.nowNanos();
    epochs
        .claim(answeredInVain)
        .compose(this::load)
        .onComplete(
            loaded -> {
              claiming = false;
              loading = false;
              claimAgainNanos = begunNanos + CLAIM_EVERY_NANOS;
              if (handBack.begun()) {
                leaveUnserved();
              } else if (loaded.succeeded() && ownership.holds()) {
                openInTime(loaded.result());
              } else {
                ownership.giveUp();
                status.waits(reasonOf(loaded.cause()));
                if (loaded.cause() instanceof LeaseStore.Refused refusal) {
                  // mistake: slow-stand-by
                  claimAgainNanos = begunNanos + LOOK_EVERY_NANOS;
                  announcer.looked(refusal.doubtedEpoch(), ownership.epoch());
                }
                listener.waits(index, reasonOf(loaded.cause()));
              }
            });
  }

  /** What a shard that is served cannot do for want of its next epoch is told at once. */
  private void claimFailed(Throwable why) {
    if (owned != null) {
      listener.staysInItsEpoch(index, why);
    }
  }

  private Future<Loaded> load(LeaseStore.Claim claim) {
    answeredInVain = false;
    status.is(ShardState.Stage.LOADS, null);
    OwnedShard next =
        new OwnedShard(
            index,
            settings,
            store,
            ownership,
            epochs,
            secrets,
            messenger,
            listener,
            meter.tableMeter(),
            this::endTurnSoon,
            this::drop);
    loading = true;
    return store
        .load(index, claim.epoch(), change -> replay(next, change))
        .map(nothing -> new Loaded(next, claim));
  }

  /** Whoever leaves does not read to the end first: of millions of leases that takes too long. */
  private void replay(OwnedShard next, Change change) {
    if (handBack.begun()) {
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
      status.awaitsOpening();
    }
  }

  private void doWithout(String why) {
    ownership.giveUp();
    status.waits(new IllegalStateException(why));
  }

  private void open(Loaded loaded) {
    LeaseStore.Claim claim = loaded.claim;
    long nowNanos = loop.freshNanos();
    owned = loaded.owned;
    touched = true;
    try {
      loaded.owned.open(nowNanos, claim);
    } catch (RuntimeException broken) {
      loaded.owned.line.stepDown(broken);
    }
    if (owned != null) {
      status.is(ShardState.Stage.SERVES, owned);
      listener.serves(index, claim.epoch(), claim.quarantineMillis());
    }
  }

  private void drop(Throwable cause) {
    OwnedShard dropped = owned;
    if (dropped != null) {
      answeredInVain |= dropped.answeredInVain();
    }
    owned = null;
    ownership.giveUp();
    boolean left = handBack.over();
    status.is(left ? ShardState.Stage.LEFT : ShardState.Stage.CLAIMS, null);
    if (left) {
      listener.leaves(index);
    } else {
      listener.stepsDown(index, cause);
    }
  }
}
