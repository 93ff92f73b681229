package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Said;
import io.tenure.loadtest.peer.Peer;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Outcome;

/**
 * The renewals that a server was asked for, and those that it reports as done. Both must be equal,
 * or its cost says nothing.
 */
final class Work {

  private final Peer peer;
  private long asked;
  private long done;
  private Audit audit = Audit.OF_NOTHING;

  Work(Peer peer) {
    this.peer = peer;
  }

  Peer peer() {
    return peer;
  }

  /** Counts every answer to renewals, {@code batch} in a message. */
  void answered(Said said, int batch, int hereDone) {
    int hereAsked = peer.renewals(said.message(), batch);
    asked += hereAsked;
    done += hereDone;
    if (hereDone == hereAsked) {
      peer.acknowledged(said, batch);
    }
  }

  /**
   * Checks that Tenure has done the renewals that it acknowledged; after the last answer, and
   * before other leases.
   */
  void audit() {
    if (peer instanceof Tenure tenure) {
      try (Engine engine = new Engine()) {
        audit = audit.and(Audit.of(engine, tenure));
      }
    }
  }

  void tell(Outcome outcome) {
    outcome.check("renewals done by " + peer.name() + ", of those it answered", asked, done);
    audit.tell(outcome);
  }
}
