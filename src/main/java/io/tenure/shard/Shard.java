package io.tenure.shard;

import io.tenure.api.LeaseId;
import io.tenure.api.RenewalCode;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableStats;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.CallTarget;
import io.tenure.shard.loop.LoopShard;
import io.tenure.shard.loop.ShardLoop;
import io.tenure.shard.meter.ShardMeter;
import io.vertx.core.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One shard at this server, for its callers and its loop. It hears requests while the server owns
 * the shard, and sends callers elsewhere while the server does not. Owned by its loop.
 */
final class Shard implements CallTarget, LoopShard {

  private static final CallResult ELSEWHERE = new CallResult.Elsewhere();

  private final int index;
  private final ShardLoop loop;
  private final ShardLifecycle life;

  /** Whether the present turn may have changed anything that the shard must send. */
  private boolean touched;

  Shard(int index, ShardEnvironment environment) {
    this.index = index;
    loop = environment.loop();
    life = new ShardLifecycle(this, environment, this::touch);
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
  ShardState state() {
    return life.state();
  }

  /** May be asked by any thread. */
  boolean serves() {
    return state().isServing();
  }

  /** The last report of the state. May be asked by any thread. */
  ShardReport report() {
    return life.reported();
  }

  ShardMeter meter() {
    return life.meter();
  }

  /**
   * The contents of the table, or null while this server does not serve the shard. To be asked on
   * its loop.
   */
  @Nullable TableStats stats() {
    OwnedShard present = life.owned();
    return present == null ? null : present.table.stats();
  }

  @Override
  public void hear(Call call) {
    boolean turnedAway = state() == ShardState.LEAVING && !call.renewal();
    if (turnedAway || !whileOwned(owned -> owned.hear(call, loop.nowNanos()))) {
      call.origin().answered(call, ELSEWHERE);
    }
  }

  @Override
  public void withdraw(Call call) {
    whileOwned(owned -> owned.withdraw(call, loop.nowNanos()));
  }

  /** Releases a lease of which no caller knows, now or when the store permits it. */
  void abandon(LeaseId lease) {
    life.abandon(lease);
  }

  /** Whether {@link #hear} has any effect. May be asked by any thread. */
  boolean hears(ShardMessage message) {
    return message instanceof ShardMessage.LossHeard || serves();
  }

  void hear(ShardMessage message) {
    if (!whileOwned(owned -> owned.hear(message, loop.nowNanos()))
        && message instanceof ShardMessage.LossHeard answer) {
      life.hear(answer);
    }
  }

  @Override
  public long renew(boolean session, int row, int generation, long secretHigh, long secretLow) {
    OwnedShard present = presentOwned();
    if (present == null) {
      return RenewalCode.ELSEWHERE;
    }
    try {
      long now = loop.nowNanos();
      return session
          ? present.table.keepAlive(now, row, generation, secretHigh, secretLow)
          : present.table.renew(now, row, generation, secretHigh, secretLow);
    } catch (RuntimeException broken) {
      present.stepDown(broken);
      return RenewalCode.ELSEWHERE;
    }
  }

  @Override
  public long touch(int row) {
    OwnedShard present = life.owned();
    return present == null ? 0 : present.table.touch(row);
  }

  @Override
  public long dueIn(long horizonNanos) {
    OwnedShard present = life.owned();
    return present == null ? Long.MAX_VALUE : present.table.dueIn(loop.nowNanos(), horizonNanos);
  }

  @Override
  public boolean tick() {
    life.tick();
    OwnedShard present = presentOwned();
    if (present == null) {
      life.proceed();
      return false;
    }
    try {
      boolean more = present.tick(loop.nowNanos(), state() != ShardState.LEAVING);
      life.leaveWhenDone(present);
      return more;
    } catch (RuntimeException broken) {
      present.stepDown(broken);
      return false;
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
      attempt(present, sends ? owned -> owned.line.flush() : owned -> owned.line.endTurn());
    }
  }

  private void touch() {
    touched = true;
  }

  /**
   * Hands the shard back in order: every change is durable, and no server waits for the end of the
   * ownership.
   */
  Future<Void> leave() {
    touched = true;
    return life.leave();
  }

  /**
   * Runs {@code deed} if this server may answer for the shard. A table that fails meanwhile is
   * dropped.
   */
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

  /** Returns the present ownership, if it may still answer at the time of this turn. */
  private @Nullable OwnedShard presentOwned() {
    OwnedShard present = life.owned();
    if (present == null) {
      return null;
    }
    if (!present.maySpeakAt(loop.realNanos())) {
      present.stepDown(new IllegalStateException("the ownership ran out"));
      return null;
    }
    touched = true;
    return present;
  }
}
