package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Said;
import io.tenure.loadtest.peer.Peer;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Outcome;

/**
 * What a server was asked to renew and what of it it says to have done, for as long as it is
 * measured: all of it, or what it cost says nothing.
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

  /** Of every answer to renewals, {@code batch} in a message. */
  void answered(Said said, int batch, int hereDone) {
    int hereAsked = peer.renewals(said.message(), batch);
    asked += hereAsked;
    done += hereDone;
    if (hereDone == hereAsked) {
      peer.acknowledged(said, batch);
    }
  }

  /** Looks whether ours has done what it says; after the last answer, and before other leases. */
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
