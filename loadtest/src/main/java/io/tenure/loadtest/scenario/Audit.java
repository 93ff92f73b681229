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
 * Checks that inspected leases live as long as their last acknowledged renewal promised. Without
 * it, acknowledgements that moved no deadline might have been counted.
 */
record Audit(long inspected, long asAcknowledged) {

  static final Audit OF_NOTHING = new Audit(0, 0);
  static final int LEASES_MAX = 20_000;

  private static final int IN_FLIGHT = 64;

  /** Audits evenly chosen leases. Those acknowledged once only, when granted, count as well. */
  static Audit of(Engine engine, Tenure tenure) {
    Held held = tenure.held();
    int count = Math.min(LEASES_MAX, held.size());
    RemainingTimes remaining = new RemainingTimes();
    long ttlNanos = 1_000_000 * tenure.terms().ttlMillis();
    int[] moved = new int[1];
    Link link = engine.connect(tenure.process().port(), tenure.dialect(remaining), LinkSize.DEEP);
    engine.awaitGreetings();
    engine.tell(
        (answered, said, done, refused, now) -> {
          int lease = Say.number(said.message());
          long livesUntil = now + 1_000_000 * (remaining.lastMillis() + 1);
          long promised = held.sentNanos(lease) + ttlNanos;
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
    return new Audit(count, moved[0]);
  }

  Audit and(Audit other) {
    return new Audit(inspected + other.inspected, asAcknowledged + other.asAcknowledged);
  }

  void tell(Outcome outcome) {
    if (inspected > 0) {
      outcome.check(
          "leases inspected, whose deadlines are as acknowledged", inspected, asAcknowledged);
    }
  }
}
