package io.tenure.door.ws;

import io.tenure.api.Limits;
import io.tenure.door.OperatorAudit;
import io.tenure.door.RequestLog;
import java.util.function.Consumer;

/**
 * How streams are to be served.
 *
 * @param leaseLimits those of the shards, so that people are told in their own units
 * @param breaking whether operators may change anything here that is not theirs
 * @param audit hears of what operators did
 * @param requests hears of every text that is answered
 * @param mistakes hears of mistakes of the server's own, which nobody at the door is told
 */
public record StreamOptions(
    Limits leaseLimits,
    StreamLimits limits,
    boolean breaking,
    OperatorAudit audit,
    RequestLog requests,
    Consumer<Throwable> mistakes) {

  public static final StreamOptions STANDARD =
      new StreamOptions(
          Limits.STANDARD,
          StreamLimits.STANDARD,
          true,
          OperatorAudit.NOBODY,
          RequestLog.NOBODY,
          mistake -> {});

  public StreamOptions withLimits(StreamLimits wanted) {
    return new StreamOptions(leaseLimits, wanted, breaking, audit, requests, mistakes);
  }
}
