package io.tenure.client.hold;

import io.tenure.client.CallbackThreads;
import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import io.tenure.client.Loss.Reason;
import io.tenure.client.error.LeaseLostException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One tenure, of a lease or a session, from its grant to its end. The first thread that looks at
 * the tenure decides its state; the {@link Keeper}'s thread owns all else.
 */
public final class HeldTenure {

  public final HeldId id;
  final Belief belief;
  private final @Nullable HeldTenure session;

  /**
   * Until when the server may keep it after it has lapsed; the end of its safety if the server does
   * not.
   */
  private volatile long keptUntil;

  private final long hardNanos;
  private final Keeper keeper;
  private final TenureLifecycle lifecycle = new TenureLifecycle();

  /** True while a request for its end is under way, which the server may grant at any moment. */
  private volatile boolean lettingGo;

  final Rhythm rhythm;
  private boolean parked;
  private long dueAt;
  private final List<HeldTenure> bound = new ArrayList<>();

  /**
   * {@code hardNanos}: the time for which the server keeps it when it has lapsed; 0: not at all.
   */
  HeldTenure(Keeper keeper, HeldId id, Belief belief, Rhythm rhythm, long hardNanos) {
    this(keeper, id, null, belief, rhythm, hardNanos);
  }

  /** For a lease that lives as long as its session. */
  HeldTenure(Keeper keeper, HeldId id, HeldTenure session, Belief belief, Rhythm rhythm) {
    this(keeper, id, session, belief, rhythm, 0);
  }

  private HeldTenure(
      Keeper keeper,
      HeldId id,
      @Nullable HeldTenure session,
      Belief belief,
      Rhythm rhythm,
      long hardNanos) {
    this.keeper = keeper;
    this.id = id;
    this.session = session;
    this.belief = belief;
    this.rhythm = rhythm;
    this.hardNanos = hardNanos;
    keptUntil = rhythm.heardSent() + hardNanos;
  }

  LeaseState state() {
    judge(keeper.clock.nanos());
    return present();
  }

  /** Reads the clock last, so that only the return comes between the clock and the caller. */
  boolean isSafe() {
    return !lettingGo && safeNanos() > 0 && (session == null || session.isSafe());
  }

  /** Judges the tenure as well: after it was reported as over, no answer revives it. */
  long safeNanos() {
    long now = keeper.clock.nanos();
    long left = belief.safeUntil() - now;
    if (left > 0) {
      return present().isSafe() ? left : 0;
    }
    judge(now);
    return 0;
  }

  Flux<LeaseState> states() {
    return Flux.defer(
        () -> {
          state();
          return CallbackThreads.by(keeper.callbacks.telling(), lifecycle.states());
        });
  }

  Mono<Loss> lost() {
    return CallbackThreads.by(keeper.callbacks.telling(), lifecycle.lost());
  }

  /**
   * The first of its states in which it is not safe, on a thread where no other work can delay it.
   */
  Mono<LeaseState> unsafe() {
    return Mono.defer(
        () -> {
          state();
          Mono<LeaseState> first = lifecycle.states().filter(one -> !one.isSafe()).next();
          return CallbackThreads.by(keeper.callbacks.stopping(), first);
        });
  }

  /** Null when it is not lost. */
  @Nullable Loss loss() {
    return lifecycle.loss();
  }

  LeaseLostException lostException() {
    Loss loss = loss();
    return new LeaseLostException(
        loss == null ? loss(Reason.RELEASED, "its holder has released it") : loss);
  }

  LeaseState present() {
    return lifecycle.state();
  }

  private Loss loss(Reason reason, String detail) {
    return new Loss(id.key(), id.holder(), id.token(), reason, detail);
  }

  boolean isOver() {
    return present().isOver();
  }

  /** Moves to the state that follows from the time alone. */
  void judge(long now) {
    if (now - belief.safeUntil() >= 0) {
      stop(now);
    }
  }

  /** Lapses or loses the tenure: its time is over, or so nearly that work has to stop. */
  void stop(long now) {
    if (hardNanos > 0 && now - keptUntil < 0) {
      become(LeaseState.LAPSED);
    } else {
      lose(Reason.OUT_OF_TIME, "no renewal was answered in time");
    }
  }

  void late() {
    if (present() == LeaseState.HELD) {
      become(LeaseState.JEOPARDY);
      bound.forEach(HeldTenure::late);
    }
  }

  /**
   * Records a renewal that was sent at {@code sentNanos} and is good for {@code validForMillis}.
   */
  void renewed(long sentNanos, long validForMillis, boolean breaking) {
    belief.renewed(sentNanos, validForMillis, breaking);
    if (rhythm.heard(sentNanos, validForMillis)) {
      keptUntil = sentNanos + hardNanos;
    }
    revived();
  }

  /** Records that it lives, though it was not renewed itself, because its session was renewed. */
  void confirmed(long sentNanos) {
    belief.confirmed(sentNanos);
    rhythm.confirmed(sentNanos);
    revived();
  }

  /**
   * Holds the tenure again, unless it is late. A lease that lives with a session is late when
   * either of the two is.
   */
  private void revived() {
    long now = keeper.clock.nanos();
    boolean late = session != null && (isLate(now) || session.isLate(now));
    if (now - belief.safeUntil() < 0 && !late) {
      become(LeaseState.HELD);
      bound.forEach(HeldTenure::revived);
    }
  }

  void lose(Reason reason, String detail) {
    if (lifecycle.lose(loss(reason, detail))) {
      keeper.changed(this);
    }
  }

  /** False when it was over before. */
  public boolean release() {
    boolean first = lifecycle.release();
    if (first) {
      keeper.changed(this);
    }
    return first;
  }

  void lettingGo(boolean asked) {
    lettingGo = asked;
  }

  /**
   * Delivers the present state, unless it was delivered already. Only the keeper's thread calls it,
   * so states come in order.
   */
  void tell() {
    lifecycle.tell();
  }

  boolean parked() {
    return parked;
  }

  long dueAt() {
    return dueAt;
  }

  void park(long due) {
    parked = true;
    dueAt = due;
  }

  void unpark() {
    parked = false;
  }

  /** Lets a lease live no longer than this session does. */
  void bind(HeldTenure lease) {
    bound.removeIf(HeldTenure::isOver);
    bound.add(lease);
  }

  /** Ends every lease that lived with this session. */
  void ended() {
    for (HeldTenure lease : bound) {
      if (present() == LeaseState.RELEASED) {
        lease.release();
      } else {
        lease.lose(Reason.SESSION_OVER, "its session is over");
      }
    }
    bound.clear();
  }

  /** The next time at which there is something to do or to report, if nothing happens before. */
  long nextLook() {
    long safeUntil = belief.safeUntil();
    long next = earlier(rhythm.attemptAt(), nextEnd(safeUntil));
    return present() == LeaseState.HELD ? earlier(next, rhythm.lateAt()) : next;
  }

  /** Whether it may be looked at now: it is due, or its renewal may come early. */
  boolean joins(long now) {
    return now - dueAt >= 0 || dueAt == rhythm.attemptAt() && now - rhythm.mayJoinFrom() >= 0;
  }

  /** Moves to the state that follows from the time. True when it is to be renewed. */
  boolean look(long now) {
    if (now - rhythm.stopAt(belief.safeUntil()) >= 0) {
      stop(now);
    } else if (isLate(now)) {
      late();
    }
    return !isOver() && now - rhythm.mayJoinFrom() >= 0;
  }

  private boolean isLate(long now) {
    return now - rhythm.lateAt() >= 0;
  }

  /**
   * Whether it lives with a session: the server is asked about it, and it lives if the server says
   * just that.
   */
  boolean isBound() {
    return session != null;
  }

  /** The time after which an answer changes nothing. */
  long lastUseOfAnswer() {
    return nextEnd(belief.safeUntil());
  }

  private long nextEnd(long safeUntil) {
    return present() == LeaseState.LAPSED ? keptUntil : rhythm.stopAt(safeUntil);
  }

  private static long earlier(long one, long other) {
    return one - other <= 0 ? one : other;
  }

  private void become(LeaseState next) {
    if (lifecycle.become(next)) {
      keeper.changed(this);
    }
  }
}
