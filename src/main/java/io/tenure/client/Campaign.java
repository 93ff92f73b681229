package io.tenure.client;

import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs for leadership again and again: a term whenever it is won, nothing in between. */
final class Campaign {

  /** As long as the server lets anybody wait is too long to notice that it is gone. */
  private static final Duration WAIT = Duration.ofMinutes(1);

  private Campaign() {}

  /** For ever, until it is cancelled, which resigns; or until the server refuses for good. */
  static Flux<Term> terms(Holder holder, Claim claim) {
    Mono<Lease> won =
        Acquisition.of(holder, claim.withWait(WAIT), null)
            .retryWhen(
                holder.persistence(holder.timeout()).backOff().filter(Campaign::mayBeWonLater));
    return terms(claim.key(), won);
  }

  static Flux<Term> terms(String election, Mono<Lease> won) {
    return Flux.usingWhen(won, lease -> term(election, lease), Lease::release).repeat();
  }

  /** None when it was over before anybody could be told: this process may have stood still. */
  private static Flux<Term> term(String election, Lease lease) {
    return lease.isSafe()
        ? Flux.concat(Mono.just(new Term(election, lease)), lease.lost().then(Mono.empty()))
        : Flux.empty();
  }

  private static boolean mayBeWonLater(Throwable thrown) {
    return thrown instanceof TenureException refused && refused.isRetryable();
  }
}
