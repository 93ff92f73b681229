package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.speech.Held;
import io.tenure.loadtest.speech.RemainingTimes;
import io.tenure.loadtest.speech.Say;

/**
 * Asks the server about leases one by one, whether each lives as long as its last acknowledged
 * renewal promised: else acknowledgements may have been counted that moved nothing.
 */
final class Audit {

  static final int LEASES_MAX = 20_000;

  private static final int IN_FLIGHT = 64;

  private Audit() {}

  /** Of the leases, evenly chosen. Those acknowledged once only, when granted, count as well. */
  static void of(Engine engine, Tenure tenure, long ttlMillis, Outcome outcome) {
    Held held = tenure.held();
    int count = Math.min(LEASES_MAX, held.size());
    RemainingTimes remaining = new RemainingTimes();
    int[] moved = new int[1];
    Link link = engine.connect(tenure.process().port(), tenure.dialect(remaining), LinkSize.DEEP);
    engine.awaitGreetings();
    engine.tell(
        (answered, said, done, refused, now) -> {
          int lease = Say.number(said.message());
          long livesUntil = now + 1_000_000 * (remaining.lastMillis() + 1);
          long promised = held.sentNanos(lease) + 1_000_000 * ttlMillis;
          moved[0] += done == 1 && livesUntil - promised >= 0 ? 1 : 0;
        });
    int next = 0;
    while (next < count) {
      long now = System.nanoTime();
      while (next < count && link.inFlight() < IN_FLIGHT) {
        int lease = (int) ((long) next * held.size() / count);
        if (!link.say(Say.INSPECT.of(lease), now, now)) {
          break;
        }
        next++;
      }
      engine.turn();
    }
    engine.awaitAnswers();
    outcome.check("leases inspected, whose deadlines are as acknowledged", count, moved[0]);
  }
}
