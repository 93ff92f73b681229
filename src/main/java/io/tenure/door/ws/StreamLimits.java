package io.tenure.door.ws;

import io.tenure.api.InvalidFieldException;

/**
 * The limits of one stream. HTTP limits the number of streams, because each began as a connection
 * there.
 *
 * @param frameBytes the size of a message, in one frame or in fragments
 * @param inFlight the number of requests that are not answered yet, including waits
 * @param watches the number of watches at once
 * @param unreadBytes the number of bytes that the client may leave unread. Beyond this number the
 *     server reads no more requests, and losses wait. If still more events come, the client is
 *     informed and cut
 * @param heartbeatMillis the silence after which the server sends a ping
 * @param silenceMillis the silence after that ping, after which the client counts as gone
 */
public record StreamLimits(
    int frameBytes,
    int inFlight,
    int watches,
    int unreadBytes,
    long heartbeatMillis,
    long silenceMillis) {

  public static final StreamLimits DEFAULT =
      new StreamLimits(65_536, 1_024, 16, 262_144, 15_000, 15_000);

  private static final long DAY_MILLIS = 86_400_000;

  public StreamLimits {
    between("frameBytes", frameBytes, 1_024, 16 << 20);
    between("inFlight", inFlight, 1, 65_536);
    between("watches", watches, 0, 1_024);
    between("unreadBytes", unreadBytes, 4_096, 64 << 20);
    between("heartbeatMillis", heartbeatMillis, 10, DAY_MILLIS);
    between("silenceMillis", silenceMillis, 10, DAY_MILLIS);
  }

  public StreamLimits withCounts(int requests, int watched) {
    return new StreamLimits(
        frameBytes, requests, watched, unreadBytes, heartbeatMillis, silenceMillis);
  }

  public StreamLimits withBytes(int frame, int unread) {
    return new StreamLimits(frame, inFlight, watches, unread, heartbeatMillis, silenceMillis);
  }

  public StreamLimits withTimes(long heartbeat, long silence) {
    return new StreamLimits(frameBytes, inFlight, watches, unreadBytes, heartbeat, silence);
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }
}
