package io.tenure.sim;

import io.tenure.api.LeaseId;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a key on behalf of a hand: again and again with one requestId, until the hand gives up.
 */
final class Asking {

  /**
   * The server remembers ended tenures for ten minutes: a client that repeats later may get a new
   * grant.
   */
  private static final long RETRY_NANOS_MAX = 400 * Schedule.SECOND;

  private final Hand hand;
  private final SimClient client;
  private final Simulation simulation;
  private Request.@Nullable Acquire wanted;
  private @Nullable Letter latest;
  private int tries;
  private long firstLocalNanos;
  private long ttlMillis;

  Asking(Hand hand) {
    this.hand = hand;
    client = hand.client;
    simulation = client.simulation;
  }

  void begin(Request.Acquire request) {
    wanted = request;
    ttlMillis = request.ttlMillis();
    tries = 0;
    ask(hand.round());
  }

  void end() {
    wanted = null;
  }

  /** Whether {@code letter} carries the present request. */
  boolean sent(Letter letter) {
    return letter.request == wanted;
  }

  boolean under(@Nullable LeaseId session) {
    return session != null && wanted != null && session.equals(wanted.session());
  }

  long ttlMillis() {
    return ttlMillis;
  }

  private void ask(int round) {
    Request.Acquire request = wanted;
    if (!hand.asks(round) || request == null) {
      return;
    }
    long sinceNanos = tries == 0 ? 0 : client.nanos() - firstLocalNanos;
    if (++tries > Hand.TRIES_MAX
        || sinceNanos > RETRY_NANOS_MAX
        || tries > 1 && request.waitMillis() * Schedule.MILLI > RETRY_NANOS_MAX / 2
        || !simulation.busy() && tries > 2) {
      giveUp();
      return;
    }
    Letter letter = new Letter(client, hand.shard(), request, hand);
    latest = letter;
    if (tries == 1) {
      firstLocalNanos = letter.sentLocalNanos;
    }
    client.send(letter);
    client.after(
        patienceNanos(request),
        () -> {
          if (hand.asks(round) && latest == letter) {
            client.lookElsewhere(letter);
            ask(round);
          }
        });
  }

  private long patienceNanos(Request.Acquire request) {
    long patience = simulation.habits.patienceNanos();
    return simulation.chance.oneIn(3) ? patience : patience + request.waitMillis() * Schedule.MILLI;
  }

  /** Gives up, though the hand may have a lease by now of which it will never know. */
  private void giveUp() {
    Letter waiting = latest;
    if (waiting != null && simulation.chance.oneIn(2)) {
      Letter withdrawal = new Letter(client, hand.shard(), new PerShardRequest.Withdraw(0), hand);
      withdrawal.about = waiting;
      client.send(withdrawal);
    }
    hand.rest();
  }
}
