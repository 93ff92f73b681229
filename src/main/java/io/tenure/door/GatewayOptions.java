package io.tenure.door;

import java.util.function.Consumer;

/**
 * The settings that hold for every protocol.
 *
 * @param breaking whether operators may change what belongs to other callers, such as their leases
 * @param audit receives the acts of operators
 * @param requests receives every answered request
 * @param mistakes receives the mistakes of the server itself; a caller only learns that there was
 *     one
 */
public record GatewayOptions(
    boolean breaking, OperatorAudit audit, RequestLog requests, Consumer<Throwable> mistakes) {

  public static final GatewayOptions DEFAULT =
      new GatewayOptions(true, OperatorAudit.NONE, RequestLog.NONE, mistake -> {});

  public GatewayOptions withBreaking(boolean wanted) {
    return new GatewayOptions(wanted, audit, requests, mistakes);
  }

  public GatewayOptions withAudit(OperatorAudit wanted) {
    return new GatewayOptions(breaking, wanted, requests, mistakes);
  }

  public GatewayOptions withMistakes(Consumer<Throwable> wanted) {
    return new GatewayOptions(breaking, audit, requests, wanted);
  }
}
