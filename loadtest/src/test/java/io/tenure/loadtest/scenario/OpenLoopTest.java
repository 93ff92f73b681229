package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Heard;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OpenLoopTest {

  private static final long STALL_NANOS = 400_000_000;
  private static final double RATE = 1_000;

  @Test
  void aStallOfTheServerCountsForAllThatWereMeantToBeSentMeanwhile() throws Exception {
    try (StallingServer server = new StallingServer();
        Engine engine = new Engine();
        Latencies latencies = new Latencies(null)) {
      List<Link> one = engine.connect(server.port(), 1, Bytewise::new, new LinkSize(1 << 16, 4));
      long start = System.nanoTime();
      OpenLoop loop =
          new OpenLoop(
              one,
              new Schedule(Schedule.Arrivals.CONSTANT, RATE, 1, start),
              start + 1_000_000_000,
              number -> number == 100 ? 1 : 0,
              (link, said, done, refused, now) ->
                  latencies.record(said.intendedNanos(), said.sentNanos(), now));
      loop.run(engine, Progress.quiet());

      assertEquals(RATE, (double) loop.sent(), 1);
      assertEquals(loop.sent(), latencies.corrected().getTotalCount());
      assertTrue(
          above(latencies.corrected(), STALL_NANOS / 4) > 200,
          "hundreds were meant to be sent in the stall");
      assertTrue(
          above(latencies.uncorrected(), STALL_NANOS / 4)
              < above(latencies.corrected(), STALL_NANOS / 4) / 2,
          "who counts from the real sending sees a few");
    }
  }

  @Test
  void whatNoConnectionHasRoomForStaysDue() throws Exception {
    try (StallingServer server = new StallingServer();
        Engine engine = new Engine()) {
      List<Link> one = engine.connect(server.port(), 1, Bytewise::new, new LinkSize(1 << 16, 4));
      long start = System.nanoTime() - 1_000_000_000;
      OpenLoop loop =
          new OpenLoop(
              one,
              new Schedule(Schedule.Arrivals.CONSTANT, RATE, 1, start),
              start + 60_000_000_000L,
              number -> 0,
              (link, said, done, refused, now) -> {});

      assertTrue(loop.sayAtMost(3), "there was room");
      assertFalse(loop.sayAtMost(3));
      assertEquals(4, loop.sent(), "what the connection takes, and not what was meant");
    }
  }

  private static long above(Histogram histogram, long nanos) {
    return histogram.getCountBetweenValues(nanos, Long.MAX_VALUE / 2);
  }

  /** A byte, answered by a byte; at most four on their way. */
  private static final class Bytewise implements Dialect {

    private int heard;

    @Override
    public void greet(ByteBuffer out) {
      // This protocol has no greeting.
    }

    @Override
    public boolean greeted(ByteBuffer in, ByteBuffer out) {
      return true;
    }

    @Override
    public boolean say(ByteBuffer out, int message, int seq) {
      out.put((byte) message);
      return true;
    }

    @Override
    public void hear(ByteBuffer in, ByteBuffer out, Heard who) {
      while (in.hasRemaining()) {
        in.get();
        who.answered(heard++, 1, 0);
      }
    }
  }

  /** Sends back each byte; before a 1 it pauses for a while. */
  private static final class StallingServer implements AutoCloseable {

    private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

    StallingServer() throws IOException {
      Thread thread = new Thread(this::serve, "stalling");
      thread.setDaemon(true);
      thread.start();
    }

    int port() {
      return socket.getLocalPort();
    }

    private void serve() {
      try (Socket one = socket.accept()) {
        one.setTcpNoDelay(true);
        InputStream in = one.getInputStream();
        OutputStream out = one.getOutputStream();
        for (int heard = in.read(); heard >= 0; heard = in.read()) {
          if (heard == 1) {
            standStill();
          }
          out.write(heard);
        }
      } catch (IOException over) {
        // The test has ended.
      }
    }

    private static void standStill() {
      long end = System.nanoTime() + STALL_NANOS;
      for (long left = STALL_NANOS; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
