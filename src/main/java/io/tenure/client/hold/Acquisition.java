package io.tenure.client.hold;

import io.tenure.api.Outcome;
import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.calls.Grant;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnreachableException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * One acquire, from its first question to a lease in hand or to nothing at all. A lost answer is
 * found again by its requestId. Whoever cancels or gives up leaves nothing behind, unless the
 * requestId is its own: the next who asks by it is to find what this one was granted.
 */
public final class Acquisition {

  /** Less than that part of a lease's time left: it is renewed before it is handed out. */
  private static final int ENOUGH_PART = 2;

  private final ClientContext context;
  private final MonoSink<Lease> sink;
  private final @Nullable HeldSession session;
  private final boolean ownId;
  private final long startedNanos;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Disposable.Swap asking = Disposables.swap();

  /** A question has neither been answered nor failed. */
  private volatile boolean inFlight;

  /** It may be answered at any time, or not for very long. */
  private volatile boolean waiting;

  /** A server may have granted what nobody here has heard of. */
  private volatile boolean mayHaveArrived;

  private volatile Claim claim;
  private int failures;

  private Acquisition(
      ClientContext context, Claim claim, @Nullable HeldSession session, MonoSink<Lease> sink) {
    this.context = context;
    this.sink = sink;
    this.session = session;
    ownId = claim.requestId() == null;
    Claim named = claim.holder() == null ? claim.withHolder(context.name()) : claim;
    this.claim = ownId ? named.withRequestId(UUID.randomUUID().toString()) : named;
    startedNanos = context.now();
  }

  /** {@code session}: the lease's time is that of the session; null: it has its own. */
  public static Mono<Lease> of(ClientContext context, Claim claim, @Nullable HeldSession session) {
    return Mono.<Lease>create(
            sink -> {
              Acquisition acquisition = new Acquisition(context, claim, session, sink);
              sink.onCancel(acquisition::cancel);
              acquisition.ask();
            })
        .doOnDiscard(HeldLease.class, lease -> lease.discard(claim.requestId() == null));
  }

  private void ask() {
    long sent = context.now();
    Duration left = claim.patience().minusNanos(sent - startedNanos);
    Claim now = claim.withWait(left.isNegative() ? Duration.ZERO : left);
    if (begins(!now.patience().isZero())) {
      return;
    }
    follow(asking, context.calls().acquire(now), grant -> granted(sent, grant), this::failed);
  }

  /** Whoever cancels sees it, or is seen here: true when there is nothing to begin any more. */
  private boolean begins(boolean queues) {
    waiting = queues;
    inFlight = true;
    return over.get();
  }

  /** Known to the slot before it begins: its end may come before this returns. */
  private static <T> void follow(
      Disposable.Swap slot, Mono<T> asked, Consumer<T> told, Consumer<Throwable> failed) {
    BaseSubscriber<T> subscriber =
        new BaseSubscriber<>() {
          @Override
          protected void hookOnNext(T answer) {
            told.accept(answer);
          }

          @Override
          protected void hookOnError(Throwable thrown) {
            failed.accept(thrown);
          }
        };
    slot.update(subscriber);
    asked.subscribe(subscriber);
  }

  private void granted(long sent, Grant grant) {
    inFlight = false;
    if (over.get()) {
      giveBack(grant);
      return;
    }
    HeldTenure tenure = kept(grant, sent);
    long left = tenure.belief.safeUntil() - context.now();
    boolean enough =
        session == null
            ? left >= grant.validity().validFor().toNanos() / ENOUGH_PART
            : left > 0 && context.now() - sent < session.validity().ttl().toNanos() / ENOUGH_PART;
    if (enough) {
      handOut(grant, tenure);
    } else {
      confirm(grant);
    }
  }

  /** Too long ago: it was waited for, or its answer was. Counted from another renewal instead. */
  private void confirm(Grant grant) {
    if (begins(false)) {
      giveBack(grant);
      return;
    }
    Mono<Runnable> renewed =
        Mono.defer(
            () -> {
              long sent = context.now();
              return context
                  .calls()
                  .renew(grant.leaseId())
                  .<Runnable>map(renewal -> () -> renewed(grant.with(renewal.validity()), sent))
                  .onErrorResume(
                      Acquisition::isBound, lives -> Mono.just(() -> confirmed(grant, sent)));
            });
    follow(
        asking,
        context.persistence(context.timeout()).again(renewed),
        Runnable::run,
        thrown -> unconfirmed(grant, thrown));
  }

  /** When nothing ends a lease before its session, a renewal says that: 0 is its end. */
  private void renewed(Grant grant, long sent) {
    if (session != null && grant.validity().validFor().isZero()) {
      tooLate(grant);
    } else {
      confirmed(grant, sent);
    }
  }

  private void confirmed(Grant grant, long sent) {
    HeldTenure tenure = kept(grant, sent);
    if (tenure.belief.safeUntil() - context.now() > 0) {
      handOut(grant, tenure);
    } else {
      tooLate(grant);
    }
  }

  private void tooLate(Grant grant) {
    unconfirmed(grant, new UnreachableException("the answers come too late for its ttl", null));
  }

  private void unconfirmed(Grant grant, Throwable thrown) {
    if (over.get()) {
      giveBack(grant);
    } else if (ownId
        && thrown instanceof RefusedException refused
        && refused.outcome().isLeaseOver()) {
      askAnew();
    } else if (over.compareAndSet(false, true)) {
      giveBack(grant);
      sink.error(thrown);
    }
  }

  private HeldTenure kept(Grant grant, long sent) {
    return session == null ? alone(grant, sent) : under(session, grant, sent);
  }

  private HeldTenure alone(Grant grant, long sent) {
    Belief belief = Belief.first(sent, grant.validity());
    Rhythm rhythm = new Rhythm(sent, grant.validity());
    long hardNanos = claim.hardTtl().toNanos();
    return new HeldTenure(context.keeper(), HeldId.of(grant), belief, rhythm, hardNanos);
  }

  private HeldTenure under(HeldSession session, Grant grant, long sent) {
    long validFor = grant.validity().validFor().toMillis();
    Belief belief = Belief.under(session.tenure().belief, session.validity(), sent, validFor);
    Rhythm rhythm = new Rhythm(sent, session.validity());
    return new HeldTenure(context.keeper(), HeldId.of(grant), session.tenure(), belief, rhythm);
  }

  private void handOut(Grant grant, HeldTenure tenure) {
    RetryPolicy retries = context.persistence(context.timeout().plus(claim.ttl()));
    HeldLease lease = new HeldLease(tenure, grant, context.calls(), retries);
    if (!over.compareAndSet(false, true)) {
      giveBack(grant);
    } else if (context.keeper().keep(tenure)) {
      if (session != null) {
        session.bind(tenure);
      }
      sink.success(lease);
    } else {
      giveBack(grant);
      sink.error(tenure.lostException());
    }
  }

  private void failed(Throwable thrown) {
    inFlight = false;
    mayHaveArrived |= mayBeGranted(thrown);
    if (over.get()) {
      leaveNothing();
      return;
    }
    long spent = context.now() - startedNanos;
    boolean time = spent < claim.patience().plus(context.timeout()).toNanos();
    if (time && ownId && isConsumed(thrown)) {
      askAnew();
    } else if (time && !RetryPolicy.isDefinite(thrown)) {
      Mono<Long> pause = context.persistence(context.timeout()).pause(++failures);
      follow(asking, pause, elapsed -> ask(), this::failed);
    } else if (over.compareAndSet(false, true)) {
      leaveNothing();
      sink.error(thrown);
    }
  }

  /** What it asked for is over already; only another request gets another lease. */
  private void askAnew() {
    claim = claim.withRequestId(UUID.randomUUID().toString());
    mayHaveArrived = false;
    ask();
  }

  /** Who waits leaves the queue; any other answer is near, and what it grants is given back. */
  private void cancel() {
    if (over.compareAndSet(false, true) && (waiting || !inFlight)) {
      mayHaveArrived |= inFlight;
      asking.dispose();
      leaveNothing();
    }
  }

  /**
   * Asks once for what may have been granted unheard, and gives it back; what is not found so ends
   * with its ttl. Not for whoever has a requestId of its own: what it finds by that is its own.
   */
  private void leaveNothing() {
    if (ownId && mayHaveArrived) {
      mayHaveArrived = false;
      context
          .calls()
          .acquire(claim.withWait(Duration.ZERO))
          .subscribe(this::giveBack, nothingThere -> {});
    }
  }

  private void giveBack(Grant grant) {
    if (ownId) {
      context
          .persistence(context.timeout().plus(claim.ttl()))
          .release(grant.leaseId())
          .subscribe(done -> {}, unanswered -> {});
    }
  }

  private static boolean isBound(Throwable thrown) {
    return thrown instanceof RefusedException refused && refused.outcome() == Outcome.SESSION_BOUND;
  }

  private static boolean isConsumed(Throwable thrown) {
    return thrown instanceof RefusedException refused
        && refused.outcome() == Outcome.REQUEST_CONSUMED;
  }

  private static boolean mayBeGranted(Throwable thrown) {
    return RetryPolicy.isOutcomeUnknown(thrown)
        || thrown instanceof RefusedException refused && refused.outcome() == Outcome.PENDING;
  }
}
