package io.tenure.client.calls;

import io.tenure.client.error.ClientErrors;
import io.tenure.client.error.TenureException;
import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/** What became of one of many renewals: one of the two is null. */
public record RenewalResult(@Nullable Renewal renewed, @Nullable TenureException refused) {

  private static final int PROBLEMS_FROM = 400;

  static RenewalResult of(ServerMessage result) {
    return result.number("status") >= PROBLEMS_FROM
        ? new RenewalResult(null, ClientErrors.refused("", result.problem()))
        : new RenewalResult(Renewal.of(result), null);
  }
}
