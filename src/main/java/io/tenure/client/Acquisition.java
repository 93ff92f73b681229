package io.tenure.client;

import io.tenure.wire.ErrorCode;
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
 * found again by its requestId; whoever cancels or gives up leaves nothing behind.
 */
final class Acquisition {

  /** Less than that part of a lease's time left: it is renewed before it is handed out. */
  private static final int ENOUGH_PART = 2;

  private static final int GONE = 410;

  private final Holder holder;
  private final MonoSink<Lease> sink;
  private final @Nullable HeldSession session;
  private final boolean ownId;
  private final long startedNanos;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Disposable.Swap asking = Disposables.swap();
  private Claim claim;
  private int failures;

  private Acquisition(
      Holder holder, Claim claim, @Nullable HeldSession session, MonoSink<Lease> sink) {
    this.holder = holder;
    this.sink = sink;
    this.session = session;
    ownId = claim.requestId() == null;
    Claim named = claim.holder() == null ? claim.withHolder(holder.name()) : claim;
    this.claim = ownId ? named.withRequestId(UUID.randomUUID().toString()) : named;
    startedNanos = holder.now();
  }

  /** {@code session}: the lease's time is that of the session; null: it has its own. */
  static Mono<Lease> of(Holder holder, Claim claim, @Nullable HeldSession session) {
    return Mono.<Lease>create(
            sink -> {
              Acquisition acquisition = new Acquisition(holder, claim, session, sink);
              sink.onCancel(acquisition::cancel);
              acquisition.ask();
            })
        .doOnDiscard(Lease.class, lease -> lease.release().subscribe(done -> {}, lost -> {}));
  }

  private void ask() {
    long sent = holder.now();
    Duration left = claim.patience().minusNanos(sent - startedNanos);
    Claim now = claim.withWait(left.isNegative() ? Duration.ZERO : left);
    follow(asking, holder.calls().acquire(now), grant -> granted(sent, grant), this::failed);
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
    if (over.get()) {
      giveBack(grant);
    } else if (session != null) {
      long lifetime = claim.maxLifetime().toMillis();
      Belief belief = Belief.under(session.kept().belief, startedNanos, lifetime);
      handOut(grant, new Kept(holder.keeper(), Tenancy.of(grant), session.kept(), belief));
    } else {
      Belief belief = Belief.first(sent, grant.validity());
      long enough = grant.validity().validFor().toNanos() / ENOUGH_PART;
      if (belief.safeUntil() - holder.now() >= enough) {
        handOut(grant, kept(grant, belief, sent));
      } else {
        confirm(grant);
      }
    }
  }

  /** Too long ago: it was waited for, or its answer was. Counted from another renewal instead. */
  private void confirm(Grant grant) {
    Mono<Runnable> renewed =
        Mono.defer(
            () -> {
              long sent = holder.now();
              return holder
                  .calls()
                  .renew(grant.leaseId())
                  .map(renewal -> () -> confirmed(grant, renewal, sent));
            });
    follow(
        asking,
        holder.persistence(holder.timeout()).again(renewed),
        Runnable::run,
        thrown -> unconfirmed(grant, thrown));
  }

  private void confirmed(Grant grant, Renewal renewal, long sent) {
    Belief belief = Belief.first(sent, renewal.validity());
    if (belief.safeUntil() - holder.now() > 0) {
      handOut(grant, kept(grant.with(renewal.validity()), belief, sent));
    } else {
      unconfirmed(grant, new UnreachableException("the answers come too late for its ttl", null));
    }
  }

  private void unconfirmed(Grant grant, Throwable thrown) {
    if (over.get()) {
      giveBack(grant);
    } else if (ownId && thrown instanceof RefusedException refused && refused.status() == GONE) {
      askAnew();
    } else if (over.compareAndSet(false, true)) {
      giveBack(grant);
      sink.error(thrown);
    }
  }

  private Kept kept(Grant grant, Belief belief, long sent) {
    Rhythm rhythm = new Rhythm(sent, grant.validity());
    long hardNanos = claim.hardTtl().toNanos();
    return new Kept(holder.keeper(), Tenancy.of(grant), belief, rhythm, hardNanos);
  }

  private void handOut(Grant grant, Kept kept) {
    Persistence persistence = holder.persistence(holder.timeout().plus(claim.ttl()));
    HeldLease lease = new HeldLease(kept, grant, holder.calls(), persistence);
    if (over.compareAndSet(false, true)) {
      holder.keeper().keep(kept);
      if (session != null) {
        session.bind(kept);
      }
      sink.success(lease);
    } else {
      giveBack(grant);
    }
  }

  private void failed(Throwable thrown) {
    long spent = holder.now() - startedNanos;
    boolean time = spent < claim.patience().plus(holder.timeout()).toNanos();
    if (over.get()) {
      return;
    }
    if (time && ownId && isConsumed(thrown)) {
      askAnew();
    } else if (time && !Persistence.isDefinite(thrown)) {
      Mono<Long> pause = holder.persistence(holder.timeout()).pause(++failures);
      follow(asking, pause, elapsed -> ask(), this::failed);
    } else if (over.compareAndSet(false, true)) {
      if (mayBeGranted(thrown)) {
        leaveNothing();
      }
      sink.error(thrown);
    }
  }

  /** What it asked for is over already; only another request gets another lease. */
  private void askAnew() {
    claim = claim.withRequestId(UUID.randomUUID().toString());
    ask();
  }

  private void cancel() {
    if (over.compareAndSet(false, true)) {
      asking.dispose();
      leaveNothing();
    }
  }

  /** Asks once more for what may have been granted unheard, and gives it back. */
  private void leaveNothing() {
    Duration patience = holder.timeout().plus(claim.ttl()).plus(claim.patience());
    holder
        .persistence(patience)
        .again(holder.calls().acquire(claim.withWait(Duration.ZERO)))
        .subscribe(this::giveBack, nothingThere -> {});
  }

  private void giveBack(Grant grant) {
    holder
        .persistence(holder.timeout().plus(claim.ttl()))
        .release(grant.leaseId())
        .subscribe(done -> {}, unanswered -> {});
  }

  private static boolean isConsumed(Throwable thrown) {
    return thrown instanceof RefusedException refused
        && refused.problemCode() == ErrorCode.REQUEST_CONSUMED;
  }

  private static boolean mayBeGranted(Throwable thrown) {
    return thrown instanceof UnreachableException
        || thrown instanceof RefusedException refused
            && (refused.isOutcomeUnknown() || refused.problemCode() == ErrorCode.PENDING);
  }
}
