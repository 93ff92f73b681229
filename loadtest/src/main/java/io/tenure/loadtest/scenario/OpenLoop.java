package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.pace.Schedule;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongToIntFunction;

/**
 * Sends when the schedule says so, whatever becomes of the answers: a server that stalls is sent no
 * less, and what waits for it counts from when it was meant to be sent.
 */
final class OpenLoop {

  private final List<Link> links;
  private final Schedule schedule;
  private final LongToIntFunction message;
  private final long endNanos;
  private long sent;
  private int link;

  /** {@code message}: which is said as the n-th; nothing is meant to be sent after the end. */
  OpenLoop(
      List<Link> links,
      Schedule schedule,
      long endNanos,
      LongToIntFunction message,
      Answers answers) {
    this.links = links;
    this.schedule = schedule;
    this.endNanos = endNanos;
    this.message = message;
    links.forEach(each -> each.tell(answers));
  }

  /** Messages. */
  long sent() {
    return sent;
  }

  boolean over() {
    return schedule.nextNanos() - endNanos >= 0;
  }

  /** Until its end, and until all is answered. */
  void run(Engine engine, Progress progress) {
    run(engine, progress, this::over);
    engine.awaitAnswers();
  }

  /** Without waiting for the last answers. */
  void run(Engine engine, Progress progress, BooleanSupplier enough) {
    while (!enough.getAsBoolean() && !progress.halted()) {
      sayWhatIsDue();
      progress.done(sent);
      engine.turn();
    }
  }

  /** All whose time has come, unless no connection has room. */
  void sayWhatIsDue() {
    long now = System.nanoTime();
    while (schedule.nextNanos() - now <= 0 && !over() && say(now)) {
      schedule.advance();
      sent++;
      now = System.nanoTime();
    }
  }

  /** The same, but so many at most; false when no connection had room for one that was due. */
  boolean sayAtMost(int most) {
    long now = System.nanoTime();
    for (int each = 0; each < most && schedule.nextNanos() - now <= 0 && !over(); each++) {
      if (!say(now)) {
        return false;
      }
      schedule.advance();
      sent++;
    }
    return true;
  }

  private boolean say(long now) {
    int saying = message.applyAsInt(sent);
    for (int tries = 0; tries < links.size(); tries++) {
      Link next = links.get(link);
      link = (link + 1) % links.size();
      if (next.say(saying, schedule.nextNanos(), now)) {
        return true;
      }
    }
    return false;
  }
}
