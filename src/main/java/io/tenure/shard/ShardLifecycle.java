package io.tenure.shard;

import io.tenure.api.ExclusionMargins;
import io.tenure.api.LeaseId;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.shard.call.AbandonedLeases;
import io.tenure.shard.call.CallTarget;
import io.tenure.shard.loop.Clock;
import io.tenure.shard.loop.ShardLoop;
import io.tenure.shard.meter.MeteredStore;
import io.tenure.shard.meter.ShardMeter;
import io.tenure.shard.ownership.EpochClaimer;
import io.tenure.shard.ownership.HandBack;
import io.tenure.shard.ownership.Ownership;
import io.tenure.store.LeaseStore;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import org.jspecify.annotations.Nullable;

/**
 * Moves a shard from state to state, as {@link ShardState} permits. It claims the shard, loads it,
 * opens it, claims it again when its ownership is over, and hands it back when the server stops.
 */
final class ShardLifecycle {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The time between two looks at a shard that another server owns. */
  static final long LOOK_EVERY_NANOS = ExclusionMargins.LOOK_MILLIS * NANOS_PER_MILLI;

  private record Loaded(OwnedShard owned, LeaseStore.Claim claim) {}

  private final int index;
  private final AbandonedLeases abandoned;
  private final ShardEnvironment environment;
  private final Runnable touched;
  private final ShardLoop loop;
  private final LeaseStore store;
  private final ShardListener listener;
  private final Ownership ownership;
  private final EpochClaimer epochs;
  private final ShardMeter meter = new ShardMeter();
  private final StatusReporter status;
  private final RemoteDoubtRelay announcer;
  private final HandBack handBack;

  /** Other threads read this field, too. */
  private volatile ShardState state = ShardState.WAITING;

  private @Nullable OwnedShard owned;

  /** The shard is claimed and loaded, but must not open yet. */
  private @Nullable Loaded awaiting;

  private long claimAgainNanos;

  /** The claims in a row after which the server did not load the shard. */
  private int loadsFailed;

  /**
   * An earlier ownership has answered requests with changes that never became durable, and no claim
   * has reported that to the store yet.
   */
  private boolean answeredInVain;

  /** {@code touched} runs when something may have changed that the end of a turn must send. */
  ShardLifecycle(CallTarget inbox, ShardEnvironment environment, Runnable touched) {
    ShardSettings settings = environment.settings();
    Clock clock = environment.loop().clock();
    index = inbox.index();
    abandoned = new AbandonedLeases(inbox);
    this.touched = touched;
    store = new MeteredStore(environment.store(), clock::nanos, meter);
    this.environment = environment.withStore(store);
    loop = environment.loop();
    listener = environment.listener();
    ownership =
        new Ownership(store, index, settings.owner(), settings.ownershipMillis(), loop.realTime());
    epochs = new EpochClaimer(index, ownership, loop.realTime(), clock, this::claimFailed);
    status = new StatusReporter(index, settings.owner(), ownership, epochs, loop);
    announcer = new RemoteDoubtRelay(index, environment.messenger());
    handBack = new HandBack(index, settings.owner(), store);
    claimAgainNanos = loop.nowNanos();
  }

  ShardState state() {
    return state;
  }

  ShardReport reported() {
    return status.reported();
  }

  ShardMeter meter() {
    return meter;
  }

  /** The present ownership, even if its time is over. */
  @Nullable OwnedShard owned() {
    return owned;
  }

  /** The shard that was informed of the doubt has acknowledged it. */
  void hear(ShardMessage.LossHeard answer) {
    announcer.answered(answer);
  }

  /** Releases the lease, of which no caller knows, as soon as this server serves the shard. */
  void abandon(LeaseId lease) {
    abandoned.add(lease);
  }

  private void become(ShardState next) {
    state = ShardState.TRANSITIONS.step(state, next);
    status.became(next, next.isServing() ? owned : null);
  }

  /** To be called first at each tick. */
  void tick() {
    ownership.tick();
    status.tick(state, owned);
  }

  /** To be called at each tick while there is no ownership that may acknowledge anything. */
  void proceed() {
    if (awaiting != null) {
      openInTime(awaiting);
    } else if (mayClaim() && loop.nowNanos() - claimAgainNanos >= 0) {
      claim();
    }
  }

  private boolean mayClaim() {
    return state == ShardState.WAITING || state == ShardState.STANDING_BY;
  }

  /** Completes when the shard is handed back, or given up. */
  Future<Void> leave() {
    switch (state) {
      case WAITING, STANDING_BY, LOADING, AWAITING_OPENING -> leaveUnserved();
      case CLAIMING, LOOKING -> become(ShardState.RETRACTING);
      case SERVING -> {
        become(ShardState.LEAVING);
        handBack.begin(loop.nowNanos());
        if (owned != null) {
          owned.turnAway();
        }
      }
      case LEAVING, RETRACTING, LEFT -> {}
    }
    return handBack.done();
  }

  /** To be called last at each tick while the shard is served. */
  void leaveWhenDone(OwnedShard present) {
    boolean durable = present.everythingIsDurable();
    if (state == ShardState.LEAVING && (durable || handBack.isLate(loop.nowNanos()))) {
      become(ShardState.LEFT);
      present.stepDown(new IllegalStateException("the server stops"));
      handBack.end(durable, ownership.epoch());
    }
  }

  /**
   * Hands the shard back without having served it. The server may own the shard by a claim that the
   * store has just answered.
   */
  private void leaveUnserved() {
    boolean holds = ownership.holds();
    awaiting = null;
    ownership.giveUp();
    become(ShardState.LEFT);
    handBack.end(holds, ownership.epoch());
  }

  private void claim() {
    become(state == ShardState.STANDING_BY ? ShardState.LOOKING : ShardState.CLAIMING);
    long begunNanos = loop.nowNanos();
    epochs
        .claim(answeredInVain)
        .compose(this::load)
        .onComplete(loaded -> claimed(loaded, begunNanos));
  }

  /** Hands the shard back if the server has stopped meanwhile. */
  private void claimed(AsyncResult<Loaded> loaded, long begunNanos) {
    claimAgainNanos = begunNanos + EpochClaimer.CLAIM_EVERY_NANOS;
    if (state == ShardState.RETRACTING) {
      leaveUnserved();
    } else if (state != ShardState.LEFT) {
      if (loaded.succeeded() && ownership.holds()) {
        loadsFailed = 0;
        openInTime(loaded.result());
      } else {
        if (state == ShardState.LOADING) {
          couldNotLoad();
        }
        couldNotClaim(reasonOf(loaded.cause()), begunNanos);
      }
    }
  }

  /**
   * Each claim makes other servers wait; a server that cannot load the shard lets them claim it.
   */
  private void couldNotLoad() {
    loadsFailed++;
    long period = environment.settings().ownershipMillis();
    if (loadsFailed > 1 && period != LeaseStore.FOR_EVER) {
      long leftToOthersMillis =
          ExclusionMargins.successorWaitsMillis(period)
              + ExclusionMargins.successorLooksWithinMillis(period);
      claimAgainNanos = loop.nowNanos() + leftToOthersMillis * NANOS_PER_MILLI;
    }
  }

  private static Throwable reasonOf(@Nullable Throwable cause) {
    return cause == null ? new IllegalStateException("the ownership ran out") : cause;
  }

  private void couldNotClaim(Throwable why, long begunNanos) {
    if (why instanceof LeaseStore.Refused refusal) {
      // mistake: slow-stand-by
      claimAgainNanos = begunNanos + LOOK_EVERY_NANOS;
      announcer.looked(refusal.doubtedEpoch(), ownership.epoch());
    }
    goWithout(why);
    listener.waits(index, why);
  }

  /** Reports at once when a shard that is served could not claim its next epoch. */
  private void claimFailed(Throwable why) {
    if (owned != null) {
      listener.staysInItsEpoch(index, why);
    }
  }

  private Future<Loaded> load(LeaseStore.Claim claim) {
    if (state == ShardState.RETRACTING) {
      return Future.failedFuture(new IllegalStateException("the server stops"));
    }
    answeredInVain = false;
    become(ShardState.LOADING);
    OwnedShard next =
        new OwnedShard(
            abandoned,
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

  /**
   * A server that stops does not read the whole journal: for millions of leases that takes too
   * long.
   */
  private void replay(OwnedShard next, Change change) {
    if (state == ShardState.LEFT) {
      throw new IllegalStateException("the server stops");
    }
    next.table.replay(change);
  }

  private void openInTime(Loaded loaded) {
    awaiting = null;
    if (!ownership.holds()) {
      goWithout(new IllegalStateException("the ownership ran out"));
    } else if (epochs.mustClaimAnew()) {
      goWithout(
          new IllegalStateException(
              "another Redis stores the shard now, or another server knows a longer promise"));
    } else if (epochs.mayOpen()) {
      open(loaded);
    } else {
      awaiting = loaded;
      if (state == ShardState.LOADING) {
        become(ShardState.AWAITING_OPENING);
      }
    }
  }

  private void goWithout(Throwable why) {
    ownership.giveUp();
    boolean refused = why instanceof LeaseStore.Refused;
    become(refused ? ShardState.STANDING_BY : ShardState.WAITING);
    status.couldNotClaim(state, why);
  }

  private void open(Loaded loaded) {
    LeaseStore.Claim claim = loaded.claim;
    owned = loaded.owned;
    touched.run();
    try {
      loaded.owned.open(loop.freshNanos(), claim);
    } catch (RuntimeException broken) {
      loaded.owned.stepDown(broken);
    }
    if (owned != null) {
      become(ShardState.SERVING);
      meter.opened();
      listener.serves(index, claim.epoch(), claim.quarantineMillis());
    }
  }

  private void endTurnSoon() {
    touched.run();
    loop.goOn();
  }

  /** The present ownership has stepped down. */
  private void drop(Throwable cause) {
    if (owned != null) {
      answeredInVain |= owned.answeredInVain();
    }
    owned = null;
    ownership.giveUp();
    switch (state) {
      case LEFT -> listener.leaves(index);
      case LEAVING -> {
        become(ShardState.LEFT);
        handBack.end(false, ownership.epoch());
        listener.stepsDown(index, cause);
      }
      default -> {
        become(ShardState.WAITING);
        listener.stepsDown(index, cause);
      }
    }
  }
}
