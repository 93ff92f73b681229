package io.tenure.door.http;

import io.tenure.api.InvalidFieldException;

/**
 * What the door lets anybody cost it.
 *
 * @param connections open at once, on all loops together; when one more comes to a loop, the oldest
 *     there that has asked for nothing yet goes, or else the one that has been idle longest
 * @param bodyBytes of a request
 * @param headerBytes of a request, all its headers together
 * @param uriBytes of the first line of a request
 * @param headMillis from a connection's start until its first request has come
 * @param idleMillis from an answer until the next request has come whole, however it trickles
 * @param bodyMillis from a request's headers until its body has come
 * @param writeMillis until whoever asked has read its answer
 * @param pipelined answers that one connection has not read yet; more requests wait unread
 * @param eventBytes of events that a watcher has not read yet; then it is told and cut
 * @param heartbeatMillis between signs of life to watchers
 */
public record HttpLimits(
    int connections,
    int bodyBytes,
    int headerBytes,
    int uriBytes,
    long headMillis,
    long idleMillis,
    long bodyMillis,
    long writeMillis,
    int pipelined,
    int eventBytes,
    long heartbeatMillis) {

  public static final HttpLimits STANDARD =
      new HttpLimits(
          10_000, 65_536, 16_384, 16_384, 10_000, 60_000, 10_000, 30_000, 16, 262_144, 15_000);

  private static final long DAY_MILLIS = 86_400_000;

  public HttpLimits {
    between("connections", connections, 1, 1_000_000);
    between("bodyBytes", bodyBytes, 1_024, 16 << 20);
    between("headerBytes", headerBytes, 1_024, 1 << 20);
    between("uriBytes", uriBytes, 1_024, 1 << 20);
    between("headMillis", headMillis, 10, DAY_MILLIS);
    between("idleMillis", idleMillis, 10, DAY_MILLIS);
    between("bodyMillis", bodyMillis, 10, DAY_MILLIS);
    between("writeMillis", writeMillis, 10, DAY_MILLIS);
    between("pipelined", pipelined, 1, 1_024);
    between("eventBytes", eventBytes, 4_096, 64 << 20);
    between("heartbeatMillis", heartbeatMillis, 10, DAY_MILLIS);
  }

  public HttpLimits withConnections(int count) {
    return new HttpLimits(
        count,
        bodyBytes,
        headerBytes,
        uriBytes,
        headMillis,
        idleMillis,
        bodyMillis,
        writeMillis,
        pipelined,
        eventBytes,
        heartbeatMillis);
  }

  public HttpLimits withTimes(long head, long idle, long body, long write) {
    return new HttpLimits(
        connections,
        bodyBytes,
        headerBytes,
        uriBytes,
        head,
        idle,
        body,
        write,
        pipelined,
        eventBytes,
        heartbeatMillis);
  }

  public HttpLimits withEvents(int bytes, long heartbeat) {
    return new HttpLimits(
        connections,
        bodyBytes,
        headerBytes,
        uriBytes,
        headMillis,
        idleMillis,
        bodyMillis,
        writeMillis,
        pipelined,
        bytes,
        heartbeat);
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }
}
