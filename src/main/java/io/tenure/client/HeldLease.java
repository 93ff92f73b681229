package io.tenure.client;

import io.tenure.core.Value;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A lease that the {@link Keeper} renews. */
final class HeldLease implements Lease {

  private final Kept kept;
  private final Grant grant;
  private final Calls calls;
  private final Persistence persistence;

  HeldLease(Kept kept, Grant grant, Calls calls, Persistence persistence) {
    this.kept = kept;
    this.grant = grant;
    this.calls = calls;
    this.persistence = persistence;
  }

  @Override
  public String key() {
    return grant.key();
  }

  @Override
  public String holder() {
    return grant.holder();
  }

  @Override
  public long token() {
    return grant.token();
  }

  @Override
  public int slot() {
    return grant.slot();
  }

  @Override
  public String leaseId() {
    return grant.leaseId();
  }

  @Override
  public LeaseState state() {
    return kept.state();
  }

  @Override
  public Flux<LeaseState> states() {
    return kept.states();
  }

  @Override
  public boolean isSafe() {
    return kept.isSafe();
  }

  @Override
  public Duration safeFor() {
    return kept.isSafe() ? Duration.ofNanos(kept.safeNanos()) : Duration.ZERO;
  }

  @Override
  public void ensure(Duration minRemaining) {
    Duration left = safeFor();
    if (left.isZero() && kept.isOver()) {
      throw kept.lostException();
    }
    if (left.isZero() || left.compareTo(minRemaining) < 0) {
      throw new InsufficientTimeException(grant.key(), minRemaining, left);
    }
  }

  @Override
  public Mono<Loss> lost() {
    return kept.lost();
  }

  @Override
  public Mono<TenureException> unsafe() {
    return kept.unsafe().mapNotNull(this::why);
  }

  private @Nullable TenureException why(LeaseState unsafe) {
    return switch (unsafe) {
      case LOST -> kept.lostException();
      case RELEASED -> null;
      default -> new InsufficientTimeException(grant.key(), Duration.ZERO, Duration.ZERO);
    };
  }

  @Override
  public Mono<Void> release() {
    return Mono.defer(() -> kept.release() ? persistence.release(grant.leaseId()) : Mono.empty());
  }

  @Override
  public Mono<Handover> transfer(@Nullable String next) {
    return Mono.defer(
        () -> {
          if (kept.isOver()) {
            return Mono.error(kept.lostException());
          }
          kept.lettingGo(true);
          return persistence
              .transfer(grant.leaseId(), next)
              .doOnNext(handover -> kept.release())
              .doOnError(this::notTransferred)
              .doOnCancel(this::giveUp);
        });
  }

  /**
   * Over, if the server said so. Held again, if it refused every attempt that may have reached it;
   * else an attempt may have handed the key on, or do so yet: the lease is given up.
   */
  private void notTransferred(Throwable thrown) {
    Throwable answer = thrown instanceof RefusedException ? thrown : thrown.getCause();
    if (answer instanceof RefusedException refused && lost(refused)) {
      return;
    }
    if (Persistence.isOutcomeUnknown(thrown)) {
      giveUp();
    } else {
      kept.lettingGo(false);
    }
  }

  private boolean lost(RefusedException refused) {
    Loss.Reason reason = Definite.reason(refused.problemCode());
    if (reason == null) {
      return false;
    }
    kept.lose(reason, refused.getMessage());
    return true;
  }

  /** Nobody took it. {@code forGood}: nor will anybody, who asks by the same requestId. */
  void discard(boolean forGood) {
    if (forGood) {
      giveUp();
    } else {
      kept.release();
    }
  }

  private void giveUp() {
    release().subscribe(done -> {}, unanswered -> {});
  }

  @Override
  public Mono<Void> setValue(@Nullable Value value) {
    return calls.setValue(grant.leaseId(), value).then();
  }

  /** Without the leaseId. */
  @Override
  public String toString() {
    return "Lease[key="
        + key()
        + ", holder="
        + holder()
        + ", token="
        + token()
        + ", "
        + kept.present()
        + "]";
  }
}
