package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.pace.Schedule;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongToIntFunction;

/**
 * Sends when the schedule says so, even while answers are missing. A server that stalls is sent no
 * less, and the messages that wait for it count from their intended sending.
 */
final class OpenLoop {

  private final List<Link> links;
  private final Schedule schedule;
  private final LongToIntFunction message;
  private final long endNanos;
  private long sent;
  private int link;

  /** {@code message}: the one to send as the n-th; no message is due after the end. */
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

  /** The number of sent messages. */
  long sent() {
    return sent;
  }

  boolean over() {
    return schedule.nextNanos() - endNanos >= 0;
  }

  /** Runs until its end, and until all is answered. */
  void run(Engine engine, Progress progress) {
    run(engine, progress, this::over);
    engine.awaitAnswers();
  }

  /** Runs without waiting for the last answers. */
  void run(Engine engine, Progress progress, BooleanSupplier enough) {
    while (!enough.getAsBoolean() && !progress.halted()) {
      sayWhatIsDue();
      progress.done(sent);
      engine.turn();
    }
  }

  /** Sends all due messages, unless no connection has room. */
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
