package io.tenure.shard;

import io.tenure.api.LeaseId;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableStats;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.Follower;
import io.tenure.shard.loop.Clock;
import io.tenure.shard.loop.Mail;
import io.tenure.shard.loop.ShardLoop;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Real shards on a real loop, with turns that a caller outside this package starts. */
public final class LoopByHand {

  /** Waits for an answer, and may follow a shard. */
  public interface Caller {
    void answered(CallResult answer);

    /** Receives a notice. False: the caller is too far behind. */
    boolean told(WatchUpdate notice);

    void cut();
  }

  /** Carries messages to other shards; {@code shards} is the number of all shards. */
  public record Words(int shards, BiConsumer<Integer, ShardMessage> carrier)
      implements ShardMessenger {
    @Override
    public void tell(int shard, ShardMessage message) {
      carrier.accept(shard, message);
    }

    @Override
    public boolean serves(int shard) {
      return true;
    }
  }

  /** A request on its way to its shard. */
  public static final class Asked {
    private final Call call;

    private Asked(Call call) {
      this.call = call;
    }

    /** The ticket; 0 until the shard has received the request. */
    public long ticket() {
      return call.ticket();
    }
  }

  private record Origin(Caller caller) implements Call.Origin {
    @Override
    public void answered(Call call, CallResult answer) {
      caller.answered(answer);
    }

    @Override
    public boolean told(Call call, WatchUpdate notice) {
      return caller.told(notice);
    }

    @Override
    public void cut(Call call) {
      caller.cut();
    }

    @Override
    public void withdrawn(Call call) {}
  }

  /** A caller that gets its notices through the listener of the shard. */
  private record Elsehow(Runnable whenCut) implements Caller {
    @Override
    public void answered(CallResult answer) {
      if (!(answer instanceof CallResult.Said said
          && said.reply() instanceof PerShardReply.Watching)) {
        whenCut.run();
      }
    }

    @Override
    public boolean told(WatchUpdate notice) {
      return true;
    }

    @Override
    public void cut() {
      whenCut.run();
    }
  }

  private enum Followed implements Follower {
    ELSEHOW;

    @Override
    public void next(WatchUpdate notice) {}

    @Override
    public void cut() {}
  }

  private record Errand(boolean renewal, Runnable deed) implements Mail {
    @Override
    public void open() {
      deed.run();
    }
  }

  private final ShardLoop loop;
  private final Map<Integer, Shard> shards = new HashMap<>();

  public LoopByHand(Clock clock, Consumer<Runnable> executor) {
    loop = new ShardLoop(0, clock, executor::accept);
  }

  public void add(
      int index,
      ShardSettings settings,
      LeaseStore store,
      LongSupplier secrets,
      Words words,
      ShardListener listener) {
    Shard shard =
        new Shard(index, new ShardEnvironment(settings, store, loop, secrets, words, listener));
    shards.put(index, shard);
    loop.add(shard);
  }

  private Shard shard(int index) {
    return Objects.requireNonNull(shards.get(index));
  }

  /** The time of the present turn. */
  public long nowNanos() {
    return loop.nowNanos();
  }

  public void tick() {
    loop.tick();
  }

  public Asked prepare(int shard, Request request, Caller caller) {
    return new Asked(call(shard, request, caller));
  }

  /** Posts the request. False: the mailbox is full. */
  public boolean post(Asked asked) {
    return loop.post(asked.call);
  }

  /**
   * Starts the watch at once, because the listener must not miss the next event. {@code whenCut}
   * runs when the watch ends because too much waits for the store.
   */
  public void watchAtOnce(int shard, PerShardRequest.Watch watch, Runnable whenCut) {
    shard(shard).hear(call(shard, watch, new Elsehow(whenCut)));
  }

  private Call call(int shard, Request request, Caller caller) {
    Follower follower = request instanceof PerShardRequest.Watch ? Followed.ELSEHOW : null;
    return new Call(shard(shard), request, follower, new Origin(caller));
  }

  /** Renews by the short path. False: the mailbox is full. */
  public boolean renew(int shard, LeaseId lease, Runnable before, LongConsumer result) {
    return loop.post(
        new Errand(
            true,
            () -> {
              before.run();
              result.accept(
                  shard(shard)
                      .renew(
                          false,
                          lease.row(),
                          lease.generation(),
                          lease.secretHigh(),
                          lease.secretLow()));
            }));
  }

  public void hear(int shard, ShardMessage message, Runnable before) {
    loop.post(
        new Errand(
            false,
            () -> {
              before.run();
              shard(shard).hear(message);
            }));
  }

  public void withdraw(int shard, Asked asked) {
    loop.post(new Errand(false, () -> shard(shard).withdraw(asked.call)));
  }

  public Future<Void> leave(int shard) {
    return shard(shard).leave();
  }

  public boolean serves(int shard) {
    return shard(shard).serves();
  }

  public @Nullable TableStats census(int shard) {
    return shard(shard).stats();
  }
}
