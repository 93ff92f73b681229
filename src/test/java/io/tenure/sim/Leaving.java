package io.tenure.sim;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ways in which a hand lets go of a lease: release, transfer, or silence. */
final class Leaving {

  private final Hand hand;
  private final SimClient client;
  private final Simulation simulation;
  private final Chance chance;
  private @Nullable Request goodbye;
  private int tries;

  Leaving(Hand hand) {
    this.hand = hand;
    client = hand.client;
    simulation = client.simulation;
    chance = simulation.chance;
  }

  void leave(LeaseId kept) {
    int way = chance.below(10);
    if (way < 3) {
      fallSilent(kept);
      return;
    }
    hand.belief.giveUp();
    if (way < 5 && simulation.busy()) {
      String heir = chance.oneIn(2) ? null : simulation.someClient().name;
      hand.says(new Request.Transfer(kept, heir, client.newRequestId()));
    } else {
      hand.says(new Request.Release(kept));
    }
  }

  /** Stops silently and believes to the end; under a session, which lives on, the hand gives up. */
  private void fallSilent(LeaseId kept) {
    if (hand.underSession()) {
      hand.belief.giveUp();
    } else if (chance.oneIn(2)) {
      renewAtTheLastMoment(kept);
    }
    hand.rest();
  }

  /** Renews close to the end: just before it, just after it, or before the server has looked. */
  private void renewAtTheLastMoment(LeaseId kept) {
    long dueNanos = hand.belief.dueNanos();
    Letter last = new Letter(client, hand.shard(), Request.Renew.one(kept), hand);
    last.life = hand.belief.life();
    last.shortPath = chance.oneIn(2);
    last.party = List.of(hand);
    long aroundNanos = chance.between(-Schedule.MILLI, simulation.scenario.tickNanos());
    if (simulation.faultsOn() && chance.oneIn(8)) {
      long beforeNanos = chance.between(1, 100) * Schedule.MILLI;
      simulation.schedule.at(
          dueNanos - beforeNanos,
          () -> client.serverOf(last.shard).stop(chance.between(270, 600) * Schedule.MILLI, false));
    }
    simulation.schedule.at(dueNanos + aroundNanos, () -> client.serverOf(last.shard).hear(last));
  }

  void begin(Request request) {
    goodbye = request;
    tries = 0;
    send(hand.round());
  }

  /** Whether {@code letter} carries the release or the transfer. */
  boolean sent(Letter letter) {
    return letter.request == goodbye;
  }

  private void send(int round) {
    Request request = goodbye;
    if (!hand.leaves(round) || request == null) {
      return;
    }
    if (++tries > Hand.TRIES_MAX) {
      hand.rest();
      return;
    }
    Letter letter = hand.send(request);
    client.after(
        simulation.habits.patienceNanos(),
        () -> {
          if (hand.leaves(round)) {
            client.lookElsewhere(letter);
            send(round);
          }
        });
  }

  void left(Reply reply) {
    if (reply instanceof Reply.Transferred transferred && transferred.lease() != null) {
      Life next = simulation.auditor.life(hand.shard(), transferred.token());
      simulation.handOn(hand.shard(), transferred, next);
    }
    if (goodbye instanceof Request.Release && chance.oneIn(4)) {
      hand.send(goodbye);
    }
    hand.rest();
  }
}
