package io.tenure.client.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Validity;
import io.tenure.client.calls.ValidityInfo;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks until when a holder believes in a lease under a session. */
class BeliefTest {

  private static final long SECOND = 1_000_000_000L;
  private static final ValidityInfo SESSION = validity(30_000);

  private final Belief heart = Belief.first(0, SESSION);

  private static ValidityInfo validity(long millis) {
    Validity validity = new Validity(millis, millis);
    return new ValidityInfo(
        Duration.ofMillis(millis),
        Duration.ofMillis(millis),
        Duration.ofMillis(validity.renewAfterMillis()),
        Duration.ofMillis(validity.safetyMillis()));
  }

  private void keepAliveUntil(long seconds) {
    for (long at = 10; at <= seconds; at += 10) {
      heart.renewed(at * SECOND, 30_000, false);
    }
  }

  @Test
  void itEndsWithTheLifetimeOfALeaseThatWasGrantedLongAgo() {
    Belief lease = Belief.under(heart, SESSION, 50 * SECOND, 10_000);
    keepAliveUntil(80);
    lease.renewed(59 * SECOND, 1_000, false);

    assertTrue(lease.safeUntil() <= 60 * SECOND, "believed until " + lease.safeUntil());
    assertTrue(lease.safeUntil() > 58 * SECOND, "believed until " + lease.safeUntil());
  }

  @Test
  void itEndsWithTheGraceOfABreakThoughItsSessionLivesOn() {
    Belief lease = Belief.under(heart, SESSION, 0, 0);
    keepAliveUntil(40);
    lease.confirmed(20 * SECOND);
    lease.renewed(22 * SECOND, 3_000, true);

    assertTrue(lease.safeUntil() <= 25 * SECOND, "believed until " + lease.safeUntil());
    lease.confirmed(21 * SECOND);
    assertTrue(lease.safeUntil() <= 25 * SECOND, "an earlier answer came late");
  }

  @Test
  void anEndThatIsFarSaysNoMoreThanThatTheLeaseLives() {
    Belief told = Belief.under(heart, SESSION, 0, 3_600_000);
    Belief bound = Belief.under(heart, SESSION, 0, 0);
    assertEquals(bound.safeUntil(), told.safeUntil());
    keepAliveUntil(20);
    told.renewed(20 * SECOND, 3_580_000, true);
    bound.confirmed(20 * SECOND);

    assertEquals(bound.safeUntil(), told.safeUntil());
    assertTrue(told.safeUntil() > 40 * SECOND);
  }
}
