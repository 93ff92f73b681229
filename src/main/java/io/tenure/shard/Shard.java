package io.tenure.shard;

import io.tenure.api.ExclusionMargins;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableStats;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.RenewalBatch;
import io.tenure.shard.call.ShardInbox;
import io.tenure.shard.loop.Clock;
import io.tenure.shard.loop.LoopShard;
import io.tenure.shard.loop.ShardLoop;
import io.tenure.shard.meter.MeteredStore;
import io.tenure.shard.meter.ShardMeter;
import io.tenure.shard.ownership.Epochs;
import io.tenure.shard.ownership.HandBack;
import io.tenure.shard.ownership.Ownership;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One shard at this server: claims it, loads it, serves it in an {@link OwnedShard}, and claims it
 * again when that is over. Moves from state to state as {@link ShardStage} permits. Owned by its
 * loop.
 */
final class Shard implements ShardInbox, LoopShard {

  /** Between two looks at a shard that another server owns. */
  static final long LOOK_EVERY_NANOS = ExclusionMargins.LOOK_MILLIS * 1_000_000;

  private record Loaded(OwnedShard owned, LeaseStore.Claim claim) {}

  private static final CallResult ELSEWHERE = new CallResult.Elsewhere();

  private final int index;
  private final ShardEnvironment environment;
  private final ShardLoop loop;
  private final LeaseStore store;
  private final ShardListener listener;
  private final Ownership ownership;
  private final Epochs epochs;
  private final ShardMeter meter = new ShardMeter();
  private final StatusReporter status;
  private final DoubtAnnouncer announcer;
  private final HandBack handBack;

  /** Read by other threads, too. */
  private volatile ShardStage stage = ShardStage.WAITING;

  private @Nullable OwnedShard owned;

  /** Claimed and loaded, but not to be opened yet. */
  private @Nullable Loaded awaiting;

  private long claimAgainNanos;

  /** Whether the present turn may have changed anything that is to be sent. */
  private boolean touched;

  /** An earlier ownership has answered what was never kept, and no claim has told the store yet. */
  private boolean answeredInVain;

  Shard(int index, ShardEnvironment environment) {
    ShardSettings settings = environment.settings();
    Clock clock = environment.loop().clock();
    this.index = index;
    store = new MeteredStore(environment.store(), clock::nanos, meter);
    this.environment = environment.withStore(store);
    loop = environment.loop();
    listener = environment.listener();
    ownership =
        new Ownership(store, index, settings.owner(), settings.termMillis(), loop.realTime());
    epochs = new Epochs(index, ownership, loop.realTime(), clock, this::claimFailed);
    status = new StatusReporter(index, settings.owner(), ownership, epochs, loop);
    announcer = new DoubtAnnouncer(index, environment.messenger());
    handBack = new HandBack(index, settings.owner(), store);
    claimAgainNanos = loop.nowNanos();
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public ShardLoop loop() {
    return loop;
  }

  /** May be asked by any thread. */
  boolean serves() {
    return stage.isServing();
  }

  ShardStage stage() {
    return stage;
  }

  /** As it was reported last. May be asked by any thread. */
  ShardState state() {
    return status.reported();
  }

  ShardMeter meter() {
    return meter;
  }

  /** What its table holds, or null while it does not serve. To be asked on its loop. */
  @Nullable TableStats stats() {
    OwnedShard present = owned;
    return present == null ? null : present.table.stats();
  }

  private void become(ShardStage next) {
    stage = ShardStage.TRANSITIONS.step(stage, next);
    status.became(next, next.isServing() ? owned : null);
  }

  @Override
  public void hear(Call call) {
    boolean turnedAway = stage == ShardStage.LEAVING && !call.renewal();
    if (turnedAway || !whileOwned(present -> present.hear(call, loop.nowNanos()))) {
      call.origin().answered(call, ELSEWHERE);
    }
  }

  @Override
  public void withdraw(Call call) {
    whileOwned(present -> present.withdraw(call, loop.nowNanos()));
  }

  void hear(ShardMessage message) {
    if (!whileOwned(present -> present.hear(message, loop.nowNanos()))
        && message instanceof ShardMessage.LossHeard answer) {
      announcer.answered(answer);
    }
  }

  @Override
  public long renew(boolean session, int row, int generation, long secretHigh, long secretLow) {
    OwnedShard present = presentOwned();
    if (present == null) {
      return RenewalBatch.ELSEWHERE;
    }
    try {
      long now = loop.nowNanos();
      return session
          ? present.table.keepAlive(now, row, generation, secretHigh, secretLow)
          : present.table.renew(now, row, generation, secretHigh, secretLow);
    } catch (RuntimeException broken) {
      present.stepDown(broken);
      return RenewalBatch.ELSEWHERE;
    }
  }

  @Override
  public long touch(int row) {
    OwnedShard present = owned;
    return present == null ? 0 : present.table.touch(row);
  }

  @Override
  public long dueIn(long horizonNanos) {
    OwnedShard present = owned;
    return present == null ? Long.MAX_VALUE : present.table.dueIn(loop.nowNanos(), horizonNanos);
  }

  @Override
  public boolean tick() {
    ownership.tick();
    status.tick(stage, owned);
    OwnedShard present = presentOwned();
    if (present != null) {
      return tick(present);
    }
    if (awaiting != null) {
      openInTime(awaiting);
    } else if (mayClaim() && loop.nowNanos() - claimAgainNanos >= 0) {
      claim();
    }
    return false;
  }

  private boolean mayClaim() {
    return stage == ShardStage.WAITING || stage == ShardStage.STANDING_BY;
  }

  private boolean tick(OwnedShard present) {
    try {
      boolean more = present.tick(loop.nowNanos(), stage != ShardStage.LEAVING);
      leaveWhenDone(present);
      return more;
    } catch (RuntimeException broken) {
      present.stepDown(broken);
      return false;
    }
  }

  /** Does it if this server may speak for the shard. A table that fails on the way is dropped. */
  private boolean whileOwned(Consumer<OwnedShard> deed) {
    OwnedShard present = presentOwned();
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
      present.stepDown(broken);
    }
  }

  @Override
  public void endTurn(boolean sends) {
    if (!touched) {
      return;
    }
    OwnedShard present = presentOwned();
    touched = !sends;
    if (present != null) {
      attempt(present, sends ? each -> each.line.flush() : each -> each.line.endTurn());
    }
  }

  private void endTurnSoon() {
    touched = true;
    loop.goOn();
  }

  /** The present ownership, if it may still speak at the time of this turn. */
  private @Nullable OwnedShard presentOwned() {
    OwnedShard present = owned;
    if (present == null) {
      return null;
    }
    if (!ownership.holds(loop.realNanos())) {
      present.stepDown(new IllegalStateException("the ownership ran out"));
      return null;
    }
    touched = true;
    return present;
  }

  /** Hands the shard back in order: every change durable, and no server waits for its time. */
  Future<Void> leave() {
    switch (stage) {
      case WAITING, STANDING_BY, LOADING, AWAITING_OPENING -> leaveUnserved();
      case CLAIMING, LOOKING -> become(ShardStage.RETRACTING);
      case SERVING -> {
        become(ShardStage.LEAVING);
        handBack.begin(loop.nowNanos());
        whileOwned(OwnedShard::turnAway);
      }
      case LEAVING, RETRACTING, LEFT -> {}
    }
    return handBack.done();
  }

  private void leaveWhenDone(OwnedShard present) {
    boolean kept = present.everythingIsKept();
    if (stage == ShardStage.LEAVING && (kept || handBack.isLate(loop.nowNanos()))) {
      become(ShardStage.LEFT);
      present.stepDown(new IllegalStateException("the server stops"));
      handBack.end(kept, ownership.epoch());
    }
  }

  /** It may own the shard by a claim that has just been answered, without having loaded it. */
  private void leaveUnserved() {
    boolean holds = ownership.holds();
    awaiting = null;
    ownership.giveUp();
    become(ShardStage.LEFT);
    handBack.end(holds, ownership.epoch());
  }

  private void claim() {
    become(stage == ShardStage.STANDING_BY ? ShardStage.LOOKING : ShardStage.CLAIMING);
    long begunNanos = loop.nowNanos();
    epochs
        .claim(answeredInVain)
        .compose(this::load)
        .onComplete(
            loaded -> {
              claimAgainNanos = begunNanos + Epochs.CLAIM_EVERY_NANOS;
              if (stage == ShardStage.RETRACTING) {
                leaveUnserved();
              } else if (stage != ShardStage.LEFT) {
                if (loaded.succeeded() && ownership.holds()) {
                  openInTime(loaded.result());
                } else {
                  couldNotClaim(reasonOf(loaded.cause()), begunNanos);
                }
              }
            });
  }

  private void couldNotClaim(Throwable why, long begunNanos) {
    if (why instanceof LeaseStore.Refused refusal) {
      // mistake: slow-stand-by
      claimAgainNanos = begunNanos + LOOK_EVERY_NANOS;
      announcer.looked(refusal.doubtedEpoch(), ownership.epoch());
    }
    waitFor(why);
    listener.waits(index, why);
  }

  /** What a shard that is served cannot do for want of its next epoch is told at once. */
  private void claimFailed(Throwable why) {
    if (owned != null) {
      listener.staysInItsEpoch(index, why);
    }
  }

  private Future<Loaded> load(LeaseStore.Claim claim) {
    if (stage == ShardStage.RETRACTING) {
      return Future.failedFuture(new IllegalStateException("the server stops"));
    }
    answeredInVain = false;
    become(ShardStage.LOADING);
    OwnedShard next =
        new OwnedShard(
            this,
            environment,
            ownership,
            epochs,
            meter.tableMeter(),
            this::endTurnSoon,
            this::drop);
    return store
        .load(index, claim.epoch(), change -> replay(next, change))
        .map(nothing -> new Loaded(next, claim));
  }

  /** A server that stops does not read to the end: of millions of leases that takes too long. */
  private void replay(OwnedShard next, Change change) {
    if (stage == ShardStage.LEFT) {
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
      waitFor(new IllegalStateException("the ownership ran out"));
    } else if (epochs.mustClaimAnew()) {
      waitFor(new IllegalStateException("another Redis keeps the shard now"));
    } else if (epochs.mayOpen()) {
      open(loaded);
    } else {
      awaiting = loaded;
      if (stage != ShardStage.AWAITING_OPENING) {
        become(ShardStage.AWAITING_OPENING);
      }
    }
  }

  private void waitFor(Throwable why) {
    ownership.giveUp();
    boolean refused = why instanceof LeaseStore.Refused;
    become(refused ? ShardStage.STANDING_BY : ShardStage.WAITING);
    status.couldNotClaim(stage, why);
  }

  private void open(Loaded loaded) {
    LeaseStore.Claim claim = loaded.claim;
    long nowNanos = loop.freshNanos();
    owned = loaded.owned;
    touched = true;
    attempt(loaded.owned, next -> next.open(nowNanos, claim));
    if (owned != null) {
      become(ShardStage.SERVING);
      listener.serves(index, claim.epoch(), claim.quarantineMillis());
    }
  }

  private void drop(Throwable cause) {
    if (owned != null) {
      answeredInVain |= owned.answeredInVain();
    }
    owned = null;
    ownership.giveUp();
    switch (stage) {
      case LEFT -> listener.leaves(index);
      case LEAVING -> {
        become(ShardStage.LEFT);
        handBack.end(false, ownership.epoch());
        listener.stepsDown(index, cause);
      }
      default -> {
        become(ShardStage.WAITING);
        listener.stepsDown(index, cause);
      }
    }
  }
}
