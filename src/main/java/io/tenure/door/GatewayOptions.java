package io.tenure.door;

import java.util.function.Consumer;

/**
 * What holds for every protocol alike.
 *
 * @param breaking whether operators may change anything here that is not theirs
 * @param audit hears of what operators did
 * @param requests hears of every request that is answered
 * @param mistakes hears of mistakes of the server's own, of which no caller is told more than that
 *     there was one
 */
public record GatewayOptions(
    boolean breaking, OperatorAudit audit, RequestLog requests, Consumer<Throwable> mistakes) {

  public static final GatewayOptions STANDARD =
      new GatewayOptions(true, OperatorAudit.NOBODY, RequestLog.NOBODY, mistake -> {});

  public GatewayOptions withBreaking(boolean wanted) {
    return new GatewayOptions(wanted, audit, requests, mistakes);
  }

  public GatewayOptions withAudit(OperatorAudit wanted) {
    return new GatewayOptions(breaking, wanted, requests, mistakes);
  }

  public GatewayOptions withRequests(RequestLog wanted) {
    return new GatewayOptions(breaking, audit, wanted, mistakes);
  }

  public GatewayOptions withMistakes(Consumer<Throwable> wanted) {
    return new GatewayOptions(breaking, audit, requests, wanted);
  }
}
