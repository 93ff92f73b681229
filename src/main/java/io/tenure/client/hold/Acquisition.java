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
 * Acquires one lease, from the first request to the lease or to the final failure. A lost answer is
 * found again by its requestId. An acquisition that is cancelled or given up leaves no lease
 * behind, unless the caller chose the requestId: then the next request with that requestId is to
 * find what this one was granted.
 */
public final class Acquisition {

  /**
   * A lease with less time left than its validity divided by this is renewed before it is handed
   * out.
   */
  private static final int ENOUGH_PART = 2;

  private final ClientContext context;
  private final MonoSink<Lease> sink;
  private final @Nullable HeldSession session;
  private final boolean ownId;
  private final long startedNanos;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Disposable.Swap asking = Disposables.swap();

  /** Whether a request has neither been answered nor failed. */
  private volatile boolean inFlight;

  /**
   * Whether the request waits in the queue: the answer may come at any time, or only much later.
   */
  private volatile boolean waiting;

  /** Whether a server may have granted a lease of which this client has no answer. */
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

  /**
   * {@code session}: the session that decides how long the lease lasts; null: the lease has a ttl
   * of its own.
   */
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

  /**
   * Marks a request as begun; returns true when the acquisition is over and nothing must begin any
   * more. Either the thread that cancels sees this mark, or this method sees the cancellation.
   */
  private boolean begins(boolean queues) {
    waiting = queues;
    inFlight = true;
    return over.get();
  }

  /**
   * Subscribes after {@code slot} knows the subscriber, because the answer may come before this
   * method returns.
   */
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

  /**
   * Renews a grant of a request that was sent too long ago: it waited in the queue, or its answer
   * was late. The validity then counts from the renewal instead.
   */
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

  /**
   * Takes the answer to a renewal. Under a session, the server answers {@code SESSION_BOUND} when
   * nothing ends the lease before the session, so a validity of 0 is the end of the lease.
   */
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
    RequestRetrier retries = context.persistence(context.timeout().plus(claim.ttl()));
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
    } else if (time && !RequestRetrier.isDefinite(thrown)) {
      Mono<Long> pause = context.persistence(context.timeout()).pause(++failures);
      follow(asking, pause, elapsed -> ask(), this::failed);
    } else if (over.compareAndSet(false, true)) {
      leaveNothing();
      sink.error(thrown);
    }
  }

  /**
   * Asks with a new requestId: the lease of the old one is over, and only another request gets
   * another lease.
   */
  private void askAnew() {
    claim = claim.withRequestId(UUID.randomUUID().toString());
    mayHaveArrived = false;
    ask();
  }

  /**
   * Leaves the queue if the request waits there. Any other answer comes soon, and the lease that
   * the answer grants is given back.
   */
  private void cancel() {
    if (over.compareAndSet(false, true) && (waiting || !inFlight)) {
      mayHaveArrived |= inFlight;
      asking.dispose();
      leaveNothing();
    }
  }

  /**
   * Asks once for a lease that may have been granted without an answer, and gives it back. A lease
   * that is not found this way ends with its ttl. Nothing is given back if the caller chose the
   * requestId: a lease that the caller finds by that requestId belongs to the caller.
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
    return RequestRetrier.isOutcomeUnknown(thrown)
        || thrown instanceof RefusedException refused && refused.outcome() == Outcome.PENDING;
  }
}
