package io.tenure.client.hold;

import io.tenure.client.Claim;
import io.tenure.client.Leadership;
import io.tenure.client.Lease;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Runs for leadership again and again: emits a term for each election won, and nothing in between.
 */
public final class ElectionCampaign {

  /** The longest wait that the server permits is too long to notice that the server is gone. */
  private static final Duration WAIT = Duration.ofMinutes(1);

  private ElectionCampaign() {}

  /** Runs until it is cancelled, which resigns; or until a final refusal of the server. */
  public static Flux<Leadership> terms(ClientContext context, Claim claim) {
    Mono<Lease> won =
        Acquisition.of(context, claim.withWait(WAIT), null)
            .retryWhen(
                context
                    .persistence(context.timeout())
                    .backOff()
                    .filter(ElectionCampaign::mayBeWonLater));
    return terms(claim.key(), won);
  }

  static Flux<Leadership> terms(String election, Mono<Lease> won) {
    return Flux.usingWhen(won, lease -> term(election, lease), Lease::release).repeat();
  }

  /**
   * Empty when the term was over before it could be announced: this process may have been paused.
   */
  private static Flux<Leadership> term(String election, Lease lease) {
    return lease.isSafe()
        ? Flux.concat(Mono.just(new Leadership(election, lease)), lease.lost().then(Mono.empty()))
        : Flux.empty();
  }

  private static boolean mayBeWonLater(Throwable thrown) {
    return thrown instanceof TenureException refused && refused.isRetryable();
  }
}
