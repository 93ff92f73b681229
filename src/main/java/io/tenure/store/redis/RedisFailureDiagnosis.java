package io.tenure.store.redis;

import io.tenure.store.StoreUnavailableException;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Tells an operator why Redis does not answer, and what to do about it. */
final class RedisFailureDiagnosis {

  /** How many causes of a failure are looked at: they may go round. */
  private static final int CAUSES_MAX = 8;

  /** The words of Redis, and the remedy. In the order in which they are looked for. */
  private static final String[][] REPLIES = {
    {"READONLY", "is a read-only replica: give the address of the primary, or of the Sentinels"},
    {"OOM ", "is full (maxmemory) and refuses writes: raise maxmemory, keep the policy noeviction"},
    {"MISCONF", "refuses writes because it cannot write to its disk: see its log and free space"},
    {"NOREPLICAS", "has fewer replicas than min-replicas-to-write asks for: start a replica"},
    {"NOAUTH", "asks for a password: name a file that holds it as store-password-file"},
    {"unauthenticated", "asks for a password: name a file that holds it as store-password-file"},
    {"WRONGPASS", "refuses the user of the address, or the password of the address or the file"},
    {"NOPERM", "does not permit its user what is needed: allow ~tenure:* +@all -@dangerous +info"},
    {"LOADING", "is still loading its data: this ends by itself"},
    {"MASTERDOWN", "is a replica that has lost its primary: give the address of the primary"},
    {"CLUSTERDOWN", "is a cluster with hash slots that no node serves: see CLUSTER INFO"},
    {"MOVED", "is a node of a cluster: write the address as redis+cluster://host:port,..."},
    {"CROSSSLOT", "is a cluster that takes one shard's keys for several hash slots"},
    {"BUSY", "is busy with another script: see SCRIPT KILL"},
  };

  private RedisFailureDiagnosis() {}

  /** Names the failure of a call, and the remedy. The {@code address} has no password in it. */
  static StoreUnavailableException of(Throwable cause, String address) {
    if (cause instanceof StoreUnavailableException trouble) {
      return trouble;
    }
    String said = String.valueOf(cause.getMessage());
    if (answered(cause) || hasRemedy(said)) {
      return refused(said, address);
    }
    if (cause instanceof TimeoutException) {
      return new StoreUnavailableException(
          "Redis at " + address + " did not answer in time: it may or may not have done it");
    }
    String tls = aboutTls(cause);
    if (tls != null) {
      return new StoreUnavailableException(
          "Redis at "
              + address
              + " and this server do not agree on TLS: make this server trust its certificate by"
              + " TENURE_JAVA_OPTS=-Djavax.net.ssl.trustStore=FILE, issued for the host of the"
              + " address; without TLS write redis:// ("
              + tls
              + ")");
    }
    return new StoreUnavailableException(
        "the connection to Redis at "
            + address
            + " is broken: "
            + said.lines().findFirst().orElse(said));
  }

  /** {@code said}: what Redis answered. */
  static StoreUnavailableException refused(String said, String address) {
    for (String[] reply : REPLIES) {
      if (said.contains(reply[0])) {
        return new StoreUnavailableException(
            "Redis at " + address + " " + reply[1] + " (" + reply[0].strip() + ")");
      }
    }
    return new StoreUnavailableException("Redis at " + address + " refused: " + said);
  }

  /** Failures of the client, too, quote Redis. */
  private static boolean hasRemedy(String said) {
    return Arrays.stream(REPLIES).anyMatch(reply -> said.contains(reply[0]));
  }

  private static @Nullable String aboutTls(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(CAUSES_MAX)
        .filter(SSLException.class::isInstance)
        .map(cause -> String.valueOf(cause.getMessage()))
        .reduce((outer, inner) -> inner)
        .orElse(null);
  }

  /** Whether this is Redis's own answer, on a connection that is sound. */
  static boolean answered(Throwable cause) {
    return cause instanceof Response response
        && response.type() == ResponseType.ERROR
        && !String.valueOf(cause.getMessage()).contains("CONNECTION_CLOSED");
  }
}
