package io.tenure.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the inequalities on which exclusion rests, for each ownership period that can be set. */
final class ExclusionMarginsTest {

  private static final long DAY_MILLIS = 86_400_000;
  private static final double DRIFT = ExclusionMargins.DRIFT_PER_MILLION / 1e6;
  private static final double UNSEEN_MILLIS = ExclusionMargins.UNSEEN_SUSPENSION_NANOS / 1e6;

  static LongStream periods() {
    return LongStream.of(
        ExclusionMargins.PERIOD_MILLIS_MIN,
        ExclusionMargins.PERIOD_MILLIS_MIN + 999,
        ExclusionMargins.FOR_EVER_PERIOD_MILLIS,
        60_000,
        DAY_MILLIS);
  }

  /** The time for which an owner with a slow clock answers, by the clock of its successor. */
  private static double ownerSpeaks(long periodMillis) {
    return ExclusionMargins.ownerSpeaks(periodMillis) * (1 + DRIFT) + UNSEEN_MILLIS;
  }

  @ParameterizedTest
  @MethodSource("periods")
  void anOwnerIsSilentBeforeItsSuccessorClaims(long period) {
    assertTrue(ownerSpeaks(period) < ExclusionMargins.successorWaitsMillis(period));
  }

  @ParameterizedTest
  @MethodSource("periods")
  void anOwnerConfirmsItselfInTheStoreThatIsBackBeforeItsSuccessorClaims(long period) {
    long backForMillis =
        ExclusionMargins.successorWaitsMillis(period)
            - ExclusionMargins.successorLooksWithinMillis(period);
    long confirmed =
        ExclusionMargins.ownerExtendsAfter(period) + ExclusionMargins.extensionTimeout(period);

    assertTrue(confirmed * (1 + DRIFT) < backForMillis);
  }

  @ParameterizedTest
  @MethodSource("periods")
  void aForgottenOwnerIsSilentBeforeAShardInDoubtIsServed(long period) {
    assertTrue(ownerSpeaks(period) < ExclusionMargins.withDriftMillis(period));
  }

  @ParameterizedTest
  @MethodSource("periods")
  void eachStandbyLooksSeveralTimesBeforeALongerPromiseIsGiven(long period) {
    assertTrue(
        5 * ExclusionMargins.LOOK_MILLIS * (1 + DRIFT)
            <= ExclusionMargins.promiseStandsMillis(period));
  }

  @ParameterizedTest
  @MethodSource("periods")
  void anExtensionWithoutAnswerIsSentAgainBeforeTheOwnerMustBeSilent(long period) {
    long twice =
        ExclusionMargins.ownerExtendsAfter(period)
            + ExclusionMargins.extensionTimeout(period)
            + ExclusionMargins.ownerExtendsAgainAfter(period)
            + ExclusionMargins.extensionTimeout(period);

    assertTrue(twice < ExclusionMargins.ownerSpeaks(period));
  }

  @ParameterizedTest
  @MethodSource("periods")
  void aHolderStopsBeforeTheLeaseEndsAtTheServer(long validForMillis) {
    long safe = validForMillis - ExclusionMargins.holderSafetyMillis(validForMillis);

    assertTrue(safe * (1 + DRIFT) < validForMillis);
  }

  @ParameterizedTest
  @MethodSource("periods")
  void aWaitIsLongEnoughThoughItsClockIsFast(long millis) {
    assertTrue(ExclusionMargins.withDriftMillis(millis) * (1 - DRIFT) > millis);
  }
}
