package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.Grant;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.RefusedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Gives a file to one writer, as HDFS does. The writer has it for a soft term, and longer while no
 * other client asks, up to a hard term.
 */
final class SoftAndHardTermTest {

  private static final Duration SOFT = Duration.ofMillis(400);
  private static final Duration HARD = Duration.ofMinutes(10);

  // example: soft-hard
  /** Survives an outage that is longer than its ttl, if no other client wants the file. */
  static Mono<Lease> openForWriting(TenureClient client, String file) {
    return client.acquire(Claim.of("files" + file, SOFT).withHardTtl(HARD));
  }

  // end

  /** Only the server knows when the soft term is over, because its own pauses do not count. */
  private static <T> Mono<T> askedAgain(Mono<T> wish) {
    return wish.retryWhen(
        Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(50))
            .filter(HeldException.class::isInstance));
  }

  @Test
  void aWriterThatNobodyFollowsComesBack() throws Exception {
    try (Town town = new Town()) {
      Claim claim = Claim.of("files/log", SOFT).withHardTtl(HARD);
      Grant grant = Town.get(town.client("writer").calls().acquire(claim));
      Town.pass(SOFT.multipliedBy(2));

      assertEquals(
          grant.token(), Town.get(town.client("writer").calls().renew(grant.leaseId())).token());
    }
  }

  @Test
  void whoAsksTakesItOverAtOnceWhenTheSoftTermIsOver() throws Exception {
    try (Town town = new Town()) {
      TenureClient first = town.client("first");
      Claim claim = Claim.of("files/log", SOFT).withHardTtl(HARD);
      Grant grant = Town.get(first.calls().acquire(claim));

      Lease next = Town.get(askedAgain(openForWriting(town.client("second"), "/log")));

      assertTrue(next.token() > grant.token());
      RefusedException late =
          assertThrows(
              RefusedException.class, () -> Town.get(first.calls().renew(grant.leaseId())));
      assertEquals("EXPIRED", late.code());
    }
  }
}
