package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.peer.BareEcho;
import io.tenure.loadtest.peer.Peer;
import io.tenure.loadtest.peer.ServerProcess;
import io.tenure.loadtest.report.Check;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.speech.Echo;
import org.junit.jupiter.api.Test;

class WorkTest {

  private static final int BATCH = 8;
  private static final long BURST_NANOS = 50_000_000;

  @Test
  void aServerThatDoesLessThanItIsAskedIsFound() {
    try (BareEcho echo = new BareEcho()) {
      assertTrue(driven(echo).held());

      Outcome less = driven(new Forgetful(echo));
      Check check = less.checks().get(0);
      assertFalse(less.held());
      assertEquals(check.expected() / BATCH * (BATCH - 1), check.found());
    }
  }

  private static Outcome driven(Peer peer) {
    Work work = new Work(peer);
    new Contender(work, 2, 1, BATCH).burst(BURST_NANOS);
    Outcome outcome = new Outcome("peers", "Peers");
    work.tell(outcome);
    assertTrue(outcome.checks().get(0).expected() > 0);
    return outcome;
  }

  /** Answers every message, and leaves out one renewal of each. */
  private record Forgetful(BareEcho echo) implements Peer {
    @Override
    public String name() {
      return "forgetful";
    }

    @Override
    public String version() {
      return echo.version();
    }

    @Override
    public ServerProcess process() {
      return echo.process();
    }

    @Override
    public boolean isJava() {
      return true;
    }

    @Override
    public void prepare(Engine engine, int leases) {
      // An echo has no leases to prepare.
    }

    @Override
    public Dialect dialect(int batch) {
      return new Echo(BATCH, batch - 1);
    }

    @Override
    public int messages(int batch) {
      return 1;
    }
  }
}
