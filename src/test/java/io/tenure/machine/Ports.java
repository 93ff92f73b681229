package io.tenure.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Loopback ports for servers that need a known port, and may use it again after their end. All
 * ports are below those that systems assign. Every test process has its own hundred ports, so that
 * no other process takes a port between its check and its use.
 */
public final class Ports {

  private static final int FIRST = 10_000;
  private static final int SLICE = 100;
  private static final int SLICES = 100;

  /** A node of a Redis cluster also listens on a port that is larger by this: beyond all slices. */
  private static final int CLUSTER = 10_000;

  /** FieldBound as long as this process lives: the rest of its slice belongs to this process. */
  private static final ServerSocket GATE = claim();

  private static int latest;

  private Ports() {}

  /** Returns a port without a listener; it repeats a port only after all others. */
  public static synchronized int free() {
    for (int tried = 1; tried < SLICE; tried++) {
      latest = latest % (SLICE - 1) + 1;
      int port = GATE.getLocalPort() + latest;
      if (isFree(port) && isFree(port + CLUSTER)) {
        return port;
      }
    }
    throw new IllegalStateException("all ports are taken from " + GATE.getLocalPort());
  }

  private static ServerSocket claim() {
    for (int slice = 0; slice < SLICES; slice++) {
      try {
        return listen(FIRST + slice * SLICE);
      } catch (IOException belongsToAnother) {
        // The next port may be free.
      }
    }
    throw new IllegalStateException("a hundred others test here");
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = listen(port)) {
      return probe.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
