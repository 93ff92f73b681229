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
 * One tenure, of a lease or a session, from its grant to its end. Where it stands is decided by
 * whoever looks first, on any thread; all else is owned by the {@link Keeper}'s thread.
 */
public final class HeldTenure {

  public final HeldId id;
  final Belief belief;
  private final @Nullable HeldTenure session;

  /** Until when the server may keep it after it has lapsed; its safety's end when it does not. */
  private volatile long keptUntil;

  private final long hardNanos;
  private final Keeper keeper;
  private final TenureLifecycle lifecycle = new TenureLifecycle();

  /** Its end is being asked for, and may be granted at any moment. */
  private volatile boolean lettingGo;

  final Rhythm rhythm;
  private boolean parked;
  private long dueAt;
  private final List<HeldTenure> bound = new ArrayList<>();

  /** {@code hardNanos}: for how long the server keeps it when it has lapsed; 0: not at all. */
  HeldTenure(Keeper keeper, HeldId id, Belief belief, Rhythm rhythm, long hardNanos) {
    this(keeper, id, null, belief, rhythm, hardNanos);
  }

  /** Of a lease that lives as long as its session. */
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

  /** The clock is read last, so that nothing but the return comes between it and who asked. */
  boolean isSafe() {
    return !lettingGo && safeNanos() > 0 && (session == null || session.isSafe());
  }

  /** Judges as well: once anybody was told that it is over, no answer revives it. */
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

  /** The first of its states in which it is not safe, where nothing can hold that up. */
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
        loss == null ? loss(Reason.RELEASED, "its holder has let it go") : loss);
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

  /** Says what time alone says. */
  void judge(long now) {
    if (now - belief.safeUntil() >= 0) {
      stop(now);
    }
  }

  /** Its time is over, or so nearly that work has to stop. */
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

  /** A renewal that was sent then is good for so long. */
  void renewed(long sentNanos, long validForMillis, boolean breaking) {
    belief.renewed(sentNanos, validForMillis, breaking);
    if (rhythm.heard(sentNanos, validForMillis)) {
      keptUntil = sentNanos + hardNanos;
    }
    revived();
  }

  /** It was not renewed, because its session is, but it lives. */
  void confirmed(long sentNanos) {
    belief.confirmed(sentNanos);
    rhythm.confirmed(sentNanos);
    revived();
  }

  /** A lease that lives with a session is late when either of the two is. */
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

  /** Tells what has not been told yet. Called by the keeper's thread alone, so in order. */
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

  /** Lives no longer than this session does. */
  void bind(HeldTenure lease) {
    bound.removeIf(HeldTenure::isOver);
    bound.add(lease);
  }

  /** Whatever lived with it is over as well. */
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

  /** When there is something to do or to say, if nothing happens before. */
  long nextLook() {
    long safeUntil = belief.safeUntil();
    long next = earlier(rhythm.attemptAt(), nextEnd(safeUntil));
    return present() == LeaseState.HELD ? earlier(next, rhythm.lateAt()) : next;
  }

  /** Whether it may be looked at now: it is due, or its renewal may come early. */
  boolean joins(long now) {
    return now - dueAt >= 0 || dueAt == rhythm.attemptAt() && now - rhythm.mayJoinFrom() >= 0;
  }

  /** Says what time says. True when it is to be renewed. */
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

  /** Whether it lives with a session: it is asked for, and lives if the server says just that. */
  boolean isBound() {
    return session != null;
  }

  /** Later than that an answer changes nothing. */
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
