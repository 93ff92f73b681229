package io.tenure.client.transport;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * Decides how long a server may keep silent before the client gives its connection up: some times
 * the heartbeat that the server tells.
 */
final class SilenceLimit {

  /** The heartbeat of a server that tells none. */
  private static final long UNTOLD_MILLIS = 15_000;

  private static final int HEARTBEATS = 3;

  /** A shorter silence may be a pause of either side. */
  private static final long LEAST_MILLIS = 5_000;

  private static final long DAY_MILLIS = 86_400_000;

  private volatile Duration longest = of(UNTOLD_MILLIS);

  Duration longest() {
    return longest;
  }

  /** The first message of a connection; an older server tells no heartbeat in it. */
  void opened(ServerMessage message) {
    longest = of(message.number("heartbeatMs", UNTOLD_MILLIS));
  }

  private static Duration of(long heartbeatMillis) {
    long millis = HEARTBEATS * Math.min(DAY_MILLIS, heartbeatMillis);
    return Duration.ofMillis(Math.max(LEAST_MILLIS, millis));
  }
}
