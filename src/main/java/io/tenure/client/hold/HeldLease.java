package io.tenure.client.hold;

import io.tenure.api.Value;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import io.tenure.client.calls.Grant;
import io.tenure.client.calls.Handover;
import io.tenure.client.calls.LeaseCalls;
import io.tenure.client.error.FinalRefusals;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A lease that the {@link Keeper} renews. */
final class HeldLease implements Lease {

  private final HeldTenure tenure;
  private final Grant grant;
  private final LeaseCalls calls;
  private final RequestRetrier retries;

  HeldLease(HeldTenure tenure, Grant grant, LeaseCalls calls, RequestRetrier retries) {
    this.tenure = tenure;
    this.grant = grant;
    this.calls = calls;
    this.retries = retries;
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
    return tenure.state();
  }

  @Override
  public Flux<LeaseState> states() {
    return tenure.states();
  }

  @Override
  public boolean isSafe() {
    return tenure.isSafe();
  }

  @Override
  public Duration safeFor() {
    return tenure.isSafe() ? Duration.ofNanos(tenure.safeNanos()) : Duration.ZERO;
  }

  @Override
  public void ensure(Duration minRemaining) {
    Duration left = safeFor();
    if (left.isZero() && tenure.isOver()) {
      throw tenure.lostException();
    }
    if (left.isZero() || left.compareTo(minRemaining) < 0) {
      throw new InsufficientTimeException(grant.key(), minRemaining, left);
    }
  }

  @Override
  public Mono<Loss> lost() {
    return tenure.lost();
  }

  @Override
  public Mono<TenureException> unsafe() {
    return tenure.unsafe().mapNotNull(this::why);
  }

  private @Nullable TenureException why(LeaseState unsafe) {
    return switch (unsafe) {
      case LOST -> tenure.lostException();
      case RELEASED -> null;
      default -> new InsufficientTimeException(grant.key(), Duration.ZERO, Duration.ZERO);
    };
  }

  @Override
  public Mono<Void> release() {
    return Mono.defer(() -> tenure.release() ? retries.release(grant.leaseId()) : Mono.empty());
  }

  @Override
  public Mono<Handover> transfer(@Nullable String next) {
    return Mono.defer(
        () -> {
          if (tenure.isOver()) {
            return Mono.error(tenure.lostException());
          }
          tenure.lettingGo(true);
          return retries
              .transfer(grant.leaseId(), next)
              .doOnNext(handover -> tenure.release())
              .doOnError(this::notTransferred)
              .doOnCancel(this::giveUp);
        });
  }

  /**
   * Decides what a failed transfer means. The lease is lost if the server said that it is over. The
   * lease is held again if the server refused every attempt that may have reached it. Otherwise an
   * attempt may have handed the key over, or may still do so: the lease is given up.
   */
  private void notTransferred(Throwable thrown) {
    Throwable answer = thrown instanceof RefusedException ? thrown : thrown.getCause();
    if (answer instanceof RefusedException refused && lost(refused)) {
      return;
    }
    if (RequestRetrier.isOutcomeUnknown(thrown)) {
      giveUp();
    } else {
      tenure.lettingGo(false);
    }
  }

  private boolean lost(RefusedException refused) {
    Loss.Reason reason = FinalRefusals.reason(refused.outcome());
    if (reason == null) {
      return false;
    }
    tenure.lose(reason, refused.getMessage());
    return true;
  }

  /**
   * Gives up a lease that no subscriber took. {@code forGood}: no later request with the same
   * requestId will take the lease either.
   */
  void discard(boolean forGood) {
    if (forGood) {
      giveUp();
    } else {
      tenure.release();
    }
  }

  private void giveUp() {
    release().subscribe(done -> {}, unanswered -> {});
  }

  @Override
  public Mono<Void> setValue(@Nullable Value value) {
    return calls.setValue(grant.leaseId(), value).then();
  }

  /** Omits the leaseId. */
  @Override
  public String toString() {
    return "Lease[key="
        + key()
        + ", holder="
        + holder()
        + ", token="
        + token()
        + ", "
        + tenure.present()
        + "]";
  }
}
