package io.tenure.sim;

import io.tenure.api.LeaseId;
import io.tenure.api.RenewalReply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.util.ArrayList;
import java.util.List;

/** Renews a lease of a hand three times a ttl, alone or with others, until the hand stops. */
final class Keeping {

  private static final int TOGETHER_MAX = 8;
  private static final int UNANSWERED_MAX = 9;

  private final Hand hand;
  private final SimClient client;
  private final Simulation simulation;
  private final Chance chance;
  private long ttlMillis;
  private long renewalsLeft;
  private int unanswered;

  Keeping(Hand hand) {
    this.hand = hand;
    client = hand.client;
    simulation = client.simulation;
    chance = simulation.chance;
  }

  void begin(long ownershipMillis) {
    ttlMillis = ownershipMillis;
    renewalsLeft = simulation.habits.someRenewals();
    unanswered = 0;
  }

  /** The heartbeats of the session renew it instead. */
  void leaveToSession() {
    int present = hand.round();
    client.after(
        simulation.habits.someTtlMillis() * renewalsLeft / 3 * Schedule.MILLI,
        () -> {
          if (hand.holds(present)) {
            hand.leave();
          }
        });
  }

  void renewFromNowOn() {
    hold(hand.round());
  }

  private void hold(int holding) {
    LeaseId lease = hand.lease();
    if (!hand.holds(holding) || lease == null) {
      return;
    }
    if (--renewalsLeft <= 0 || !simulation.busy()) {
      hand.leave();
      return;
    }
    if (unanswered++ > UNANSWERED_MAX) {
      hand.rest();
      return;
    }
    if (unanswered > 2) {
      client.lookElsewhere(hand.shard());
    }
    if (hand.belief.canWrite() && chance.oneIn(8)) {
      hand.belief.write();
    }
    renew(lease);
    if (chance.oneIn(16)) {
      Value value = chance.oneIn(3) ? null : Value.of("v" + chance.below(100));
      hand.send(new Request.SetValue(lease, value, client.newRequestId()));
    }
    client.after(ttlMillis * Schedule.MILLI / 3, () -> hold(holding));
  }

  private void renew(LeaseId kept) {
    List<LeaseId> together = new ArrayList<>(List.of(kept));
    List<Hand> party = new ArrayList<>(List.of(hand));
    if (chance.oneIn(8)) {
      gather(together, party);
    }
    Letter letter = new Letter(client, hand.shard(), new Request.Renew(together), hand);
    letter.life = hand.belief.life();
    letter.party = party;
    letter.shortPath = together.size() == 1 && chance.below(4) > 0;
    client.send(letter);
    if (chance.oneIn(20)) {
      client.send(letter);
    }
  }

  /** Other leases of the client on the same shard, and one that is over. */
  private void gather(List<LeaseId> together, List<Hand> party) {
    for (int times = 0; times < TOGETHER_MAX; times++) {
      Hand other = client.hands.get(chance.below(client.hands.size()));
      LeaseId lease = other.lease();
      if (lease != null && lease.shard() == hand.shard() && !party.contains(other)) {
        together.add(lease);
        party.add(other);
      }
    }
    LeaseId former = hand.former();
    if (former != null && former.shard() == hand.shard()) {
      together.add(former);
      party.add(hand);
    }
  }

  /** The answer of the short path. */
  void lasts(Letter letter, long millis) {
    LeaseId asked = ((Request.Renew) letter.request).leases().get(0);
    if (!hand.holds() || !asked.equals(hand.lease())) {
      return;
    }
    if (millis > 0) {
      unanswered = 0;
      hand.belief.extend(letter, new Validity(ttlMillis, millis));
    } else if (millis < 0) {
      lost();
    } else {
      renew(asked);
    }
  }

  void renewed(Letter letter, RenewalReply result) {
    if (!hand.holds()) {
      return;
    }
    if (result instanceof RenewalReply.Renewed renewed) {
      unanswered = 0;
      if (!hand.underSession()) {
        hand.belief.extend(letter, renewed.validity());
      }
    } else if (result instanceof RenewalReply.Over || result instanceof RenewalReply.NotFound) {
      lost();
    }
  }

  private void lost() {
    hand.belief.giveUp();
    if (chance.oneIn(4) && hand.belief.canWrite()) {
      hand.belief.write();
    }
    hand.rest();
  }
}
