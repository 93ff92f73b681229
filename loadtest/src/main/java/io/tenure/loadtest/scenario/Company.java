package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.HaltedException;
import io.tenure.loadtest.peer.MissingPeerException;
import io.tenure.loadtest.report.Outcome;

/**
 * Runs the peers of a comparison one after the other. A peer that is not installed is left out by
 * name; every other error fails the outcome, and the other peers have their turn all the same.
 */
record Company(Stage stage, Outcome outcome) {

  void play(Runnable turn) {
    if (stage.progress().halted()) {
      return;
    }
    try {
      turn.run();
    } catch (MissingPeerException missing) {
      stage.progress().say(String.valueOf(missing.getMessage()));
      outcome.leftOut(missing.peer());
    } catch (HaltedException ended) {
      stage.progress().say(String.valueOf(ended.getMessage()));
    } catch (RuntimeException failed) {
      stage.progress().say(failed.toString());
      outcome.failed(failed.toString());
    }
  }
}
