package io.tenure.client.calls;

import io.tenure.client.error.ClientErrors;
import io.tenure.client.error.TenureException;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/** The result of one of many renewals: one of its two fields is null. */
public record RenewalResult(@Nullable Renewal renewed, @Nullable TenureException refused) {

  static RenewalResult of(ServerMessage result) {
    return OutcomeHttpStatus.refuses(result.number("status"))
        ? new RenewalResult(null, ClientErrors.refused("", result.problem()))
        : new RenewalResult(Renewal.of(result), null);
  }
}
