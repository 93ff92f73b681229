package io.tenure.cli;

import io.tenure.client.TenureClient;
import io.tenure.client.calls.KeyView;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** Checks that a server answers, before a command begins that would wait for one without an end. */
final class ReachabilityCheck {

  private static final Duration AGAIN_AFTER = Duration.ofMillis(50);
  private static final Duration AGAIN_AFTER_MAX = Duration.ofSeconds(1);

  private ReachabilityCheck() {}

  static void ask(ParsedCommand order, TenureClient client, String prefix) {
    ParsedCommand.answer(client.calls().keys(prefix, null, 1), order.timeout());
  }

  /**
   * Asks again and again within the timeout: a server may just be starting, or a standby may be
   * taking over.
   */
  static Mono<KeyView> again(ParsedCommand order, TenureClient client, String key) {
    return Mono.defer(
        () -> {
          long until = System.nanoTime() + order.timeout().toNanos();
          return Mono.defer(() -> client.calls().within(left(until)).key(key))
              .retryWhen(
                  Retry.backoff(Long.MAX_VALUE, AGAIN_AFTER)
                      .maxBackoff(AGAIN_AFTER_MAX)
                      .filter(thrown -> mayAnswer(thrown) && System.nanoTime() - until < 0));
        });
  }

  private static Duration left(long until) {
    Duration least = Duration.ofMillis(1);
    Duration left = Duration.ofNanos(until - System.nanoTime());
    return left.compareTo(least) < 0 ? least : left;
  }

  private static boolean mayAnswer(Throwable thrown) {
    return thrown instanceof TenureException refused && refused.isRetryable();
  }
}
