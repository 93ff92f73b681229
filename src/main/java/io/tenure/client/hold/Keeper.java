package io.tenure.client.hold;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.client.CallbackThreads;
import io.tenure.client.Loss;
import io.tenure.client.Loss.Reason;
import io.tenure.client.error.FinalRefusals;
import io.tenure.client.transport.LossPush;
import io.tenure.client.transport.RenewalAnswer;
import io.tenure.client.transport.RenewalTarget;
import io.tenure.client.transport.Transport;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Renews everything that one client holds, from one queue with one timer. All tenures that are due,
 * or nearly due, travel in one frame. Owned by the one thread of its worker; any thread may call
 * {@link #keep} and {@link #changed}.
 */
public final class Keeper {

  /** An answer may come as late as this and still be of use. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(30);

  /**
   * The part of the renewal interval between an attempt that failed at once and the next attempt.
   */
  private static final int RETRY_PART = 8;

  private static final long RETRY_NANOS_MIN = 5_000_000;
  private static final long RETRY_NANOS_MAX = 1_000_000_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Timers sleep with the machine: so long after a wake-up, holders hear of their losses. */
  private static final long LOOK_NANOS_MAX = 1_000_000_000;

  /**
   * The delay after which new leases are introduced, so that those acquired together go together.
   */
  private static final long INTRODUCED_AFTER_MILLIS = 20;

  private static final String CLOSED = "its client was closed";

  final HolderClock clock;

  /** The threads that run callbacks: never those that renew leases. */
  public final CallbackThreads callbacks;

  private final Transport transport;
  private final Scheduler.Worker worker;
  private final DueQueue queue = new DueQueue();
  private final Map<LeaseId, HeldTenure> all = new HashMap<>();
  private final SplittableRandom chance = new SplittableRandom();
  private final Disposable losses;
  private final Disposable connections;

  private final EarlyLosses earlyLosses = new EarlyLosses();
  private final LeaseIntroducer unregistered = new LeaseIntroducer(this::introduceSoon);

  /** A closed keeper takes no more tenures. Changed under the lock that {@link #keep} takes. */
  private volatile boolean closed;

  private @Nullable Disposable timer;
  private long timerAt;

  public Keeper(
      Transport transport, HolderClock clock, Scheduler thread, CallbackThreads callbacks) {
    this.transport = transport;
    this.clock = clock;
    this.callbacks = callbacks;
    worker = thread.createWorker();
    connections = transport.connections().subscribe(another -> run(this::connected), ended -> {});
    losses = transport.losses().subscribe(lost -> run(() -> lost(lost)), ended -> {});
  }

  /**
   * Renews the tenure from now on, until it is over. False when it is lost: a closed keeper renews
   * nothing.
   */
  synchronized boolean keep(HeldTenure one) {
    if (closed) {
      one.lose(Reason.CLOSED, CLOSED);
      return false;
    }
    run(
        () -> {
          one.tell();
          if (!one.isOver()) {
            all.put(one.id.id(), one);
            unregistered.taken(one);
            park(one);
            arm();
            lostBefore(one);
          }
        });
    return true;
  }

  /** Ends the lease with the session. */
  void bind(HeldTenure session, HeldTenure lease) {
    run(
        () -> {
          session.bind(lease);
          if (session.isOver()) {
            session.ended();
          }
        });
  }

  /** The tenure has a new state: delivers it to the listeners. */
  void changed(HeldTenure one) {
    run(
        () -> {
          one.tell();
          if (one.isOver() && all.remove(one.id.id(), one)) {
            queue.remove(one);
            one.ended();
          }
        });
  }

  /** All tenures that are still held, so that their holders can end them. */
  public Mono<List<HeldTenure>> held() {
    return Mono.create(
        sink -> {
          if (!run(() -> sink.success(List.copyOf(all.values())))) {
            sink.success(List.of());
          }
        });
  }

  /** Stops renewing: reports every held tenure as lost, delivers that, then runs {@code last}. */
  public synchronized void close(Runnable last) {
    if (closed) {
      return;
    }
    closed = true;
    losses.dispose();
    connections.dispose();
    run(
        () -> {
          List.copyOf(all.values()).forEach(one -> one.lose(Reason.CLOSED, CLOSED));
          run(
              () -> {
                worker.dispose();
                last.run();
              });
        });
  }

  public boolean isClosed() {
    return closed;
  }

  /** False when the keeper was closed: no listener is left. */
  private boolean run(Runnable deed) {
    try {
      if (worker.isDisposed()) {
        return false;
      }
      worker.schedule(deed);
      return true;
    } catch (RejectedExecutionException closedMeanwhile) {
      return false;
    }
  }

  private void connected() {
    unregistered.connected(clock.nanos(), all.values());
  }

  private void introduceSoon() {
    worker.schedule(this::introduce, INTRODUCED_AFTER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void introduce() {
    unregistered.introduce(
        clock.nanos(), them -> inFrames(them, batch -> send(batch, transport::introduce)));
    arm();
  }

  private void arm() {
    HeldTenure head = queue.head();
    if (head == null || timer != null && timerAt - head.dueAt() <= 0) {
      return;
    }
    if (timer != null) {
      timer.dispose();
    }
    timerAt = head.dueAt();
    long delay = Math.max(0, Math.min(LOOK_NANOS_MAX, timerAt - clock.nanos()));
    timer = worker.schedule(this::tick, delay, TimeUnit.NANOSECONDS);
  }

  private void tick() {
    timer = null;
    long now = clock.nanos();
    HeldTenure head = queue.head();
    if (head == null || now - head.dueAt() < 0) {
      arm();
      return;
    }
    List<HeldTenure> due = new ArrayList<>();
    for (HeldTenure one = head; one != null && one.joins(now); one = queue.head()) {
      queue.remove(one);
      if (one.look(now)) {
        due.add(one);
      } else if (!one.isOver()) {
        park(one);
      }
    }
    inFrames(due, batch -> send(batch, transport::renew));
    arm();
  }

  private static void inFrames(List<HeldTenure> all, Consumer<List<HeldTenure>> send) {
    for (int from = 0; from < all.size(); from += Limits.RENEWALS_MAX) {
      send.accept(List.copyOf(all.subList(from, Math.min(all.size(), from + Limits.RENEWALS_MAX))));
    }
  }

  private void park(HeldTenure one) {
    queue.put(one, one.nextLook());
  }

  private void send(
      List<HeldTenure> batch,
      BiFunction<List<RenewalTarget>, Duration, Mono<List<RenewalAnswer>>> way) {
    long sent = clock.nanos();
    List<RenewalTarget> wishes = new ArrayList<>(batch.size());
    long patience = 0;
    for (HeldTenure one : batch) {
      one.rhythm.attempted(sent);
      park(one);
      wishes.add(new RenewalTarget(one.id.id(), one.id.session()));
      patience = Math.max(patience, one.lastUseOfAnswer() - sent);
    }
    Duration within = Duration.ofNanos(Math.max(NANOS_PER_MILLI, patience));
    way.apply(wishes, within.compareTo(ANSWER_MAX) < 0 ? within : ANSWER_MAX)
        .subscribe(
            results -> run(() -> answered(batch, sent, results)),
            thrown -> run(() -> failed(batch, 0)));
  }

  private void answered(List<HeldTenure> batch, long sent, List<RenewalAnswer> results) {
    long now = clock.nanos();
    List<HeldTenure> failed = new ArrayList<>();
    long retryMillis = 0;
    for (int at = 0; at < batch.size(); at++) {
      HeldTenure one = batch.get(at);
      one.judge(now);
      if (one.isOver() || at >= results.size()) {
        continue;
      }
      RenewalAnswer result = results.get(at);
      Problem problem = result.problem();
      Loss.Reason over = problem == null ? null : FinalRefusals.reason(problem.code());
      if (problem == null) {
        one.renewed(sent, result.validForMillis(), result.breaking());
        park(one);
      } else if (one.isBound() && problem.code() == Outcome.SESSION_BOUND) {
        one.confirmed(sent);
        park(one);
      } else if (over != null) {
        one.lose(over, problem.detail());
      } else {
        failed.add(one);
        retryMillis = Math.max(retryMillis, problem.retryAfterMillis());
      }
    }
    failed(failed, retryMillis);
    arm();
  }

  /** Tries the whole batch again together, within the time that is left of each tenure. */
  private void failed(List<HeldTenure> batch, long retryMillis) {
    double jitter = 0.5 + chance.nextDouble();
    long now = clock.nanos();
    for (HeldTenure one : batch) {
      if (!one.isOver()) {
        long part = one.rhythm.renewAfter() / RETRY_PART;
        long pause = Math.max(RETRY_NANOS_MIN, Math.min(RETRY_NANOS_MAX, part));
        one.rhythm.tryAgainAt(
            now + Math.max((long) (pause * jitter), retryMillis * NANOS_PER_MILLI));
        park(one);
      }
    }
    arm();
  }

  private void lost(LossPush lost) {
    HeldTenure one = all.get(lost.id());
    if (one == null) {
      earlyLosses.add(lost);
    } else {
      lost(one, lost.why());
    }
  }

  private void lostBefore(HeldTenure one) {
    LossPush early = earlyLosses.take(one.id.id());
    if (early != null) {
      lost(one, early.why());
    }
  }

  private static void lost(HeldTenure one, Problem why) {
    Reason reason = FinalRefusals.reason(why.code());
    one.lose(reason == null ? Reason.NOT_FOUND : reason, why.detail());
  }
}
