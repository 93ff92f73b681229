package io.tenure.door.http;

import io.tenure.api.InvalidFieldException;

/**
 * The limits for callers over HTTP.
 *
 * @param pipelined the number of answers that one connection has not read yet; further requests
 *     wait unread
 */
public record HttpLimits(
    Connections connections, int pipelined, Sizes sizes, Times times, Events events) {

  /**
   * The limits for open connections on all loops together. When one more comes to a loop, the
   * oldest connection there without a request is closed, or else the one that has been idle
   * longest.
   *
   * @param all the number of all connections
   * @param ofAddress the number of connections of one address
   */
  public record Connections(int all, int ofAddress) {

    /** The part of all connections that one address leaves to others. */
    private static final int LEFT_TO_OTHERS = 20;

    public Connections {
      between("connections", all, 1, 1_000_000);
      between("connectionsPerAddress", ofAddress, 1, 1_000_000);
    }

    /** Permits one address so many that at least a twentieth is left to others. */
    public static Connections sharedBy(int all) {
      return new Connections(all, Math.max(1, all - (all + LEFT_TO_OTHERS - 1) / LEFT_TO_OTHERS));
    }
  }

  /**
   * The limits for the size of a request.
   *
   * @param bodyBytes the size of its body
   * @param headerBytes the size of all its headers together
   * @param uriBytes the size of its first line
   */
  public record Sizes(int bodyBytes, int headerBytes, int uriBytes) {
    public Sizes {
      between("bodyBytes", bodyBytes, 1_024, 16 << 20);
      between("headerBytes", headerBytes, 1_024, 1 << 20);
      between("uriBytes", uriBytes, 1_024, 1 << 20);
    }
  }

  /**
   * The time that the client has for each step.
   *
   * @param headMillis from the start of a connection until its first request has come
   * @param idleMillis from an answer until the next request has come whole, however slowly its
   *     bytes come
   * @param bodyMillis from the headers of a request until its body has come
   * @param writeMillis until a caller has read its answer
   */
  public record Times(long headMillis, long idleMillis, long bodyMillis, long writeMillis) {
    public Times {
      between("headMillis", headMillis, 10, DAY_MILLIS);
      between("idleMillis", idleMillis, 10, DAY_MILLIS);
      between("bodyMillis", bodyMillis, 10, DAY_MILLIS);
      between("writeMillis", writeMillis, 10, DAY_MILLIS);
    }
  }

  /**
   * The limits for watches.
   *
   * @param eventBytes the size of the events that a watcher has not read yet; beyond this size the
   *     watcher is informed and cut
   * @param heartbeatMillis the time between signs of life
   */
  public record Events(int eventBytes, long heartbeatMillis) {
    public Events {
      between("eventBytes", eventBytes, 4_096, 64 << 20);
      between("heartbeatMillis", heartbeatMillis, 10, DAY_MILLIS);
    }
  }

  private static final long DAY_MILLIS = 86_400_000;

  public static final HttpLimits DEFAULT =
      new HttpLimits(
          Connections.sharedBy(10_000),
          16,
          new Sizes(65_536, 16_384, 16_384),
          new Times(10_000, 60_000, 10_000, 30_000),
          new Events(262_144, 15_000));

  public HttpLimits {
    between("pipelined", pipelined, 1, 1_024);
  }

  public HttpLimits withConnections(int all, int ofAddress) {
    return withConnections(new Connections(all, ofAddress));
  }

  public HttpLimits withConnections(Connections wanted) {
    return new HttpLimits(wanted, pipelined, sizes, times, events);
  }

  public HttpLimits withTimes(long head, long idle, long body, long write) {
    Times wanted = new Times(head, idle, body, write);
    return new HttpLimits(connections, pipelined, sizes, wanted, events);
  }

  public HttpLimits withEvents(int bytes, long heartbeat) {
    return new HttpLimits(connections, pipelined, sizes, times, new Events(bytes, heartbeat));
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }
}
