package io.tenure.loadtest.peer;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.HaltedException;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.net.Said;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Sends each message once, as fast as they are answered, to prepare a later measurement. */
public final class Prepared {

  private static final int IN_FLIGHT = 64;

  private int next;
  private int answered;
  private int answeredBefore;
  private long heardNanos = System.nanoTime();
  private long refused;

  private Prepared() {}

  /**
   * {@code message}: the one to send for each number below {@code count}. Closes the connections
   * then.
   */
  public static void all(
      Engine engine,
      int port,
      int connections,
      Supplier<Dialect> dialect,
      int count,
      IntUnaryOperator message,
      Answers answers) {
    all(engine, engine.connect(port, connections, dialect, LinkSize.DEEP), count, message, answers);
    engine.hangUp();
  }

  /** On connections that stay. */
  public static void all(
      Engine engine, List<Link> links, int count, IntUnaryOperator message, Answers answers) {
    new Prepared().say(engine, links, count, message, answers);
  }

  /** The same number on each connection, in their order. */
  public static void evenly(Engine engine, List<Link> links, int count, IntUnaryOperator message) {
    new Prepared().sayEvenly(engine, links, count, message);
  }

  private void sayEvenly(Engine engine, List<Link> links, int count, IntUnaryOperator message) {
    engine.tell(this::count);
    while (next < count) {
      long now = System.nanoTime();
      boolean room = true;
      while (next < count && room) {
        Link link = links.get(next % links.size());
        room = link.inFlight() < IN_FLIGHT && link.say(message.applyAsInt(next), now, now);
        next += room ? 1 : 0;
      }
      turn(engine);
    }
    engine.awaitAnswers();
    require(count);
  }

  /** Ends the wait when a server is silent or the user presses Ctrl-C. */
  private void turn(Engine engine) {
    engine.turn();
    if (engine.halted()) {
      throw new HaltedException();
    }
    long now = System.nanoTime();
    if (answered != answeredBefore) {
      answeredBefore = answered;
      heardNanos = now;
    } else if (now - heardNanos > Engine.PATIENCE_NANOS) {
      throw new IllegalStateException("the server answers nothing of what is prepared");
    }
  }

  private void count(Link link, Said said, int done, int notDone, long now) {
    answered++;
    refused += notDone;
  }

  private void require(int count) {
    if (refused > 0) {
      throw new IllegalStateException(refused + " of " + count + " were refused in preparation");
    }
  }

  private void say(
      Engine engine, List<Link> links, int count, IntUnaryOperator message, Answers answers) {
    engine.tell(
        (link, said, done, notDone, now) -> {
          count(link, said, done, notDone, now);
          answers.answered(link, said, done, notDone, now);
        });
    while (answered < count) {
      long now = System.nanoTime();
      for (Link link : links) {
        while (next < count
            && link.inFlight() < IN_FLIGHT
            && link.say(message.applyAsInt(next), now, now)) {
          next++;
        }
      }
      turn(engine);
    }
    engine.tell(Answers.IGNORED);
    require(count);
  }
}
