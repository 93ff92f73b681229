package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableStats;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.Follower;
import io.tenure.shard.loop.Clock;
import io.tenure.shard.loop.LoopExecutor;
import io.tenure.shard.loop.ShardLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A shard on a loop that a test turns by hand, with clocks and a store that the test controls. */
final class Stage implements Clock, Call.Origin {

  static final long MILLI = 1_000_000;
  static final long OWNERSHIP_MILLIS = 3_000;
  static final String TTL_KEY = "jobs/nightly";

  final TestStore store = new TestStore();
  final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  final List<String> log = new ArrayList<>();
  final Map<Call, CallResult> answers = new LinkedHashMap<>();
  final Map<Call, List<WatchUpdate>> notices = new LinkedHashMap<>();
  final List<Call> cut = new ArrayList<>();
  final AtomicLong secrets = new AtomicLong(1);
  boolean followersKeepUp = true;
  int shards = 1;
  long nanos = Long.MAX_VALUE - 10_000 * MILLI;
  long wallMillis = 1_700_000_000_000L;

  /** The action to run between two ticks, at {@code lookNanos}. */
  @Nullable Runnable look;

  long lookNanos;

  final ShardLoop loop =
      new ShardLoop(
          0,
          this,
          new LoopExecutor() {
            @Override
            public void soon(Runnable turn) {
              tasks.add(turn);
            }

            @Override
            public void after(long after, Runnable turn) {
              look = turn;
              lookNanos = nanos + after;
            }
          });
  final Shard shard;

  Stage() {
    this(rules(OWNERSHIP_MILLIS, false));
  }

  Stage(ShardSettings settings) {
    store.millisSince2020 = () -> wallMillis - 1_577_836_800_000L;
    ShardMessenger messenger =
        new ShardMessenger() {
          @Override
          public void tell(int to, ShardMessage message) {
            log.add("tell " + to + " " + message);
          }

          @Override
          public boolean serves(int home) {
            return true;
          }

          @Override
          public int shards() {
            return shards;
          }
        };
    ShardListener listener =
        new ShardListener() {
          @Override
          public void stepsDown(int index, Throwable cause) {
            log.add("steps down: " + cause.getMessage());
          }

          @Override
          public void staysInItsEpoch(int index, Throwable why) {
            log.add("stays: " + why.getMessage());
          }

          @Override
          public void wroteAnew(int index) {
            log.add("wrote anew");
          }

          @Override
          public void holdsBack(int index, boolean does) {
            log.add(does ? "holds back" : "lets in");
          }
        };
    shard =
        new Shard(
            0,
            new ShardEnvironment(
                settings, store, loop, secrets::getAndIncrement, messenger, listener));
    loop.add(shard);
  }

  static ShardSettings rules(long ownershipMillis, boolean relaxed) {
    return new ShardSettings(
        Limits.DEFAULT, "me", ownershipMillis, relaxed, ShardSettings.PATIENCE_MILLIS);
  }

  /** Returns a stage with a shard that serves. */
  static Stage serving() {
    return new Stage().open();
  }

  Stage open() {
    pass(20);
    if (!shard.serves()) {
      throw new IllegalStateException("the shard does not serve");
    }
    return this;
  }

  /** Lets this time pass, with a tick every 10 ms. */
  void pass(long millis) {
    for (long passed = 0; passed < millis; passed += 10) {
      stop(Math.min(10, millis - passed));
      loop.tick();
      turn();
    }
  }

  /** Lets time pass while the process stands still. */
  void stop(long millis) {
    nanos += millis * MILLI;
    wallMillis += millis;
  }

  /** Runs the tasks that wait for the loop. */
  void turn() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  Call ask(Request request) {
    Call call = new Call(shard, request, null, this);
    if (!loop.post(call)) {
      throw new IllegalStateException("full");
    }
    turn();
    return call;
  }

  Call watch() {
    PerShardRequest.Watch watch = new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW);
    Call call = new Call(shard, watch, new Deaf(), this);
    loop.post(call);
    turn();
    return call;
  }

  Call acquire(String key, long waitMillis) {
    return ask(AcquireBuilder.of(Key.of(key), "anna").ttl(60_000).waiting(waitMillis).build());
  }

  /** Acquires the key, and expects a grant at once. */
  Reply.Granted grant(String key) {
    return granted(acquire(key, 0));
  }

  Reply.Granted granted(Call call) {
    return assertInstanceOf(Reply.Granted.class, said(call));
  }

  Reply said(Call call) {
    CallResult answer = answers.get(call);
    assertNotNull(answer, "no answer yet");
    return assertInstanceOf(CallResult.Said.class, answer).reply();
  }

  @Nullable CallResult answer(Call call) {
    return answers.get(call);
  }

  List<WatchUpdate> noticesOf(Call watch) {
    return notices.getOrDefault(watch, List.of());
  }

  TableStats stats() {
    return Objects.requireNonNull(shard.stats());
  }

  /** Renews by the short path; returns the milliseconds, or the code of a refusal. */
  long renew(LeaseId lease) {
    loop.freshNanos();
    return shard.renew(
        false, lease.row(), lease.generation(), lease.secretHigh(), lease.secretLow());
  }

  @Override
  public long nanos() {
    return nanos;
  }

  @Override
  public long wallMillis() {
    return wallMillis;
  }

  @Override
  public void answered(Call call, CallResult answer) {
    if (answers.put(call, answer) != null) {
      throw new IllegalStateException("answered twice");
    }
  }

  @Override
  public boolean told(Call call, WatchUpdate notice) {
    notices.computeIfAbsent(call, each -> new ArrayList<>()).add(notice);
    return followersKeepUp;
  }

  @Override
  public void cut(Call call) {
    cut.add(call);
  }

  @Override
  public void withdrawn(Call call) {
    loop.freshNanos();
    shard.withdraw(call);
  }

  private static final class Deaf implements Follower {
    @Override
    public void next(WatchUpdate notice) {}

    @Override
    public void cut() {}
  }
}
