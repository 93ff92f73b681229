package io.tenure.client;

import io.tenure.wire.Answer;
import org.jspecify.annotations.Nullable;

/** What became of one of many renewals: one of the two is null. */
public record RenewalResult(@Nullable Renewal renewed, @Nullable TenureException refused) {

  private static final int PROBLEMS_FROM = 400;

  static RenewalResult of(Answer result) {
    return result.number("status") >= PROBLEMS_FROM
        ? new RenewalResult(null, Problems.refused("", result.problem()))
        : new RenewalResult(Renewal.of(result), null);
  }
}
