package io.tenure.api;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked for by name, and the fields that it has. Every change takes a requestId; those
 * that have their effect once anyway do not need it.
 */
public enum Operation {
  ACQUIRE(
      "key",
      "ttl",
      "holder",
      "value",
      "valueBase64",
      "wait",
      "requestId",
      "session",
      "mode",
      "slots",
      "hardTtl",
      "lockDelay",
      "maxLifetime"),
  RENEW("leaseId", "requestId"),
  RENEW_MANY("leases", "requestId"),
  RELEASE("leaseId", "requestId"),
  TRANSFER("leaseId", "holder", "requestId"),
  VALUE("leaseId", "value", "valueBase64", "requestId"),
  INSPECT("leaseId"),
  LOOK("key"),
  LIST("prefix", "cursor", "limit"),
  BREAK("key", "token", "grace", "reason", "requestId"),
  OPEN_SESSION("ttl", "holder", "requestId"),
  KEEPALIVE("sessionId", "requestId"),
  CLOSE_SESSION("sessionId", "requestId"),
  INSPECT_SESSION("sessionId"),
  RAISE_FENCE("fence", "token", "requestId"),
  READ_FENCE("fence"),
  DROP_FENCE("fence", "token", "requestId"),
  SHARDS(),
  END_QUARANTINE("shard", "reason", "requestId"),
  WATCH("key", "prefix", "from"),
  /** Of a stream only: ends the wait or the watch that was asked for as {@code of}. */
  CANCEL("of");

  private final String spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final List<String> fields;

  Operation(String... fields) {
    this.fields = List.of(fields);
  }

  /** As it is written: {@code open-session}. */
  public String spelling() {
    return spelling;
  }

  public List<String> fields() {
    return fields;
  }

  public static @Nullable Operation of(String spelling) {
    for (Operation operation : values()) {
      if (operation.spelling.equals(spelling)) {
        return operation;
      }
    }
    return null;
  }
}
