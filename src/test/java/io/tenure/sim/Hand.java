package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import org.jspecify.annotations.Nullable;

/** One activity of a client: acquires a key, holds it for a while, and lets go of it. */
final class Hand implements Letter.Back {

  static final int TRIES_MAX = 6;

  private enum Doing {
    RESTING,
    ASKING,
    HOLDING,
    LEAVING
  }

  final SimClient client;
  final Belief belief;
  private final Simulation simulation;
  private final Asking asking;
  private final Keeping keeping;
  private final Leaving leaving;
  private Doing doing = Doing.RESTING;
  private int round;
  private int shard;
  private @Nullable LeaseId lease;
  private @Nullable LeaseId former;
  private boolean endsAlone;
  private long endsLocalNanos;
  private @Nullable Heart heart;

  Hand(SimClient client) {
    this.client = client;
    simulation = client.simulation;
    belief = new Belief(client);
    asking = new Asking(this);
    keeping = new Keeping(this);
    leaving = new Leaving(this);
  }

  void begin() {
    if (doing != Doing.RESTING || !simulation.busy()) {
      return;
    }
    round++;
    doing = Doing.ASKING;
    boolean bound = simulation.chance.percent(simulation.scenario.sessionPercent());
    heart = client.hearts.isEmpty() || !bound ? null : client.hearts.get(0);
    Key key = simulation.habits.someKey();
    shard = simulation.habits.shardOf(key);
    LeaseId session = heart == null ? null : heart.session();
    Request.Acquire wanted = simulation.habits.wish(client, key, session);
    if (wanted.session() == null) {
      heart = null;
    }
    asking.begin(wanted);
  }

  /** Adopts a lease that another client has transferred to the holder of this hand. */
  void adopt(int leaseShard, LeaseId handed, Validity validity, @Nullable Life known) {
    if (doing == Doing.RESTING && simulation.busy()) {
      doing = Doing.HOLDING;
      round++;
      shard = leaseShard;
      lease = handed;
      belief.begin(known);
      keeping.begin(Math.max(validity.ttlMillis(), validity.validForMillis()));
      keeping.renewFromNowOn();
    }
  }

  void leave() {
    if (lease != null) {
      leaving.leave(lease);
    }
  }

  void says(Request goodbye) {
    doing = Doing.LEAVING;
    leaving.begin(goodbye);
  }

  void rest() {
    doing = Doing.RESTING;
    round++;
    if (heart != null) {
      heart.unbind(this);
    }
    former = lease == null ? former : lease;
    lease = null;
    asking.end();
    belief.end();
    heart = null;
    if (simulation.busy()) {
      client.after(simulation.habits.restNanos(), this::begin);
    }
  }

  void die() {
    belief.giveUp();
    doing = Doing.RESTING;
    round++;
    lease = null;
    belief.end();
    heart = null;
  }

  void sessionOver() {
    belief.giveUp();
    rest();
  }

  void sessionLives(long untilNanos) {
    if (doing == Doing.HOLDING) {
      belief.lastsWithSession(
          endsAlone ? Math.min(untilNanos, client.clock.trueTime(endsLocalNanos)) : untilNanos);
    }
  }

  @Override
  public void answered(Letter letter, Answer answer) {
    if (answer instanceof Answer.Lasts lasts) {
      keeping.lasts(letter, lasts.millis());
    } else if (answer instanceof Answer.Said said) {
      said(letter, said.reply());
    }
  }

  private void said(Letter letter, Reply reply) {
    if (reply instanceof Reply.Granted granted) {
      if (doing == Doing.ASKING && asking.sent(letter)) {
        granted(letter, granted);
      }
    } else if (letter.request instanceof Request.Acquire) {
      boolean repeated =
          reply instanceof Refusal.Refused refused && refused.code() == Outcome.REPEATED;
      if (doing == Doing.ASKING && asking.sent(letter) && !repeated) {
        rest();
      }
    } else if (reply instanceof Reply.Renewed renewed) {
      Request.Renew request = (Request.Renew) letter.request;
      for (int at = 0; at < renewed.results().size(); at++) {
        Hand hand = letter.party.get(at);
        if (request.leases().get(at).equals(hand.lease)) {
          hand.keeping.renewed(letter, renewed.results().get(at));
        }
      }
    } else if (doing == Doing.LEAVING && leaving.sent(letter)) {
      leaving.left(reply);
    }
  }

  private void granted(Letter letter, Reply.Granted granted) {
    doing = Doing.HOLDING;
    lease = granted.lease();
    belief.begin(simulation.auditor.life(shard, granted.token()));
    keeping.begin(asking.ttlMillis());
    if (heart == null) {
      belief.extend(letter, granted.validity());
      keeping.renewFromNowOn();
    } else if (asking.under(heart.session())) {
      // The remaining time in the grant ends the lease, however long its session lives.
      endsAlone = granted.validity().validForMillis() > 0;
      endsLocalNanos = letter.sentLocalNanos + Belief.safeNanos(granted.validity());
      heart.bind(this);
      sessionLives(heart.believedNanos());
      keeping.leaveToSession();
    } else {
      rest();
    }
  }

  Letter send(Request request) {
    Letter letter = new Letter(client, shard, request, this);
    letter.life = belief.life();
    client.send(letter);
    return letter;
  }

  int shard() {
    return shard;
  }

  @Nullable LeaseId lease() {
    return lease;
  }

  /** The lease before this one, which the hand may still try to renew. */
  @Nullable LeaseId former() {
    return former;
  }

  boolean underSession() {
    return heart != null;
  }

  /** The number of the present activity: a timer of an earlier one is void. */
  int round() {
    return round;
  }

  boolean asks(int since) {
    return round == since && doing == Doing.ASKING;
  }

  boolean holds() {
    return doing == Doing.HOLDING;
  }

  boolean holds(int since) {
    return round == since && holds();
  }

  boolean leaves(int since) {
    return round == since && doing == Doing.LEAVING;
  }
}
