package io.tenure.sim;

import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.tenure.core.Mode;
import io.tenure.core.Renewal;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.Term;
import io.tenure.core.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One activity of a client: takes a key, holds it as long as it likes, lets go in some way. */
final class Hand implements Letter.Back {

  private static final int TRIES_MAX = 6;

  /** Ended tenures are remembered for ten minutes: whoever repeats later may be granted anew. */
  private static final long RETRY_NANOS_MAX = 400 * Schedule.SECOND;

  private static final int TOGETHER_MAX = 8;

  private enum Doing {
    RESTING,
    ASKING,
    HOLDING,
    LEAVING
  }

  final SimClient client;
  private final Simulation simulation;
  private final Chance chance;
  private Doing doing = Doing.RESTING;
  private int round;
  private int tries;
  private Request.@Nullable Acquire wanted;
  private @Nullable Letter latest;
  private @Nullable Request leaving;
  private @Nullable Handle lease;
  private @Nullable Handle former;
  private @Nullable Life life;
  private @Nullable Heart heart;
  private int shard;
  private long ttlMillis;
  private long believedLocalNanos;
  private long firstLocalNanos;
  private long renewalsLeft;
  private int unanswered;

  /** About when the server will end it, as nobody but the simulation knows. */
  private long dueNanos;

  Hand(SimClient client) {
    this.client = client;
    simulation = client.simulation;
    chance = simulation.chance;
  }

  // --- asking

  void begin() {
    if (doing != Doing.RESTING || !simulation.busy()) {
      return;
    }
    round++;
    doing = Doing.ASKING;
    tries = 0;
    boolean bound = chance.percent(simulation.scenario.sessionPercent());
    heart = client.hearts.isEmpty() || !bound ? null : client.hearts.get(0);
    Key key = simulation.someKey();
    shard = simulation.shardOf(key);
    wanted = simulation.wish(this, key, heart == null ? null : heart.session());
    if (wanted.session() == null) {
      heart = null;
    }
    ttlMillis = wanted.ttlMillis();
    ask(round);
  }

  private void ask(int asking) {
    Request.Acquire request = wanted;
    if (round != asking || doing != Doing.ASKING || request == null) {
      return;
    }
    long sinceNanos = tries == 0 ? 0 : client.nanos() - firstLocalNanos;
    if (++tries > TRIES_MAX
        || sinceNanos > RETRY_NANOS_MAX
        || tries > 1 && request.waitMillis() * Schedule.MILLI > RETRY_NANOS_MAX / 2
        || !simulation.busy() && tries > 2) {
      giveUp();
      return;
    }
    Letter letter = new Letter(client, shard, request, this);
    latest = letter;
    if (tries == 1) {
      firstLocalNanos = letter.sentLocalNanos;
    }
    client.send(letter);
    long patience =
        chance.oneIn(3)
            ? simulation.patienceNanos()
            : simulation.patienceNanos() + request.waitMillis() * Schedule.MILLI;
    client.after(
        patience,
        () -> {
          if (round == asking && doing == Doing.ASKING && latest == letter) {
            client.lookElsewhere(letter);
            ask(asking);
          }
        });
  }

  /** Perhaps it has a lease by now and will never know. */
  private void giveUp() {
    Letter waiting = latest;
    if (waiting != null && chance.oneIn(2)) {
      Letter withdrawal = new Letter(client, shard, new Request.Withdraw(0), this);
      withdrawal.about = waiting;
      client.send(withdrawal);
    }
    rest();
  }

  void rest() {
    doing = Doing.RESTING;
    round++;
    if (heart != null) {
      heart.unbind(this);
    }
    former = lease == null ? former : lease;
    lease = null;
    wanted = null;
    life = null;
    heart = null;
    if (simulation.busy()) {
      client.after(simulation.restNanos(), this::begin);
    }
  }

  void die() {
    disbelieve();
    doing = Doing.RESTING;
    round++;
    lease = null;
    life = null;
    heart = null;
  }

  // --- answers

  @Override
  public void answered(Letter letter, Answer answer) {
    if (answer instanceof Answer.Lasts lasts) {
      lasts(letter, lasts.millis());
    } else if (answer instanceof Answer.Said said) {
      said(letter, said.reply());
    }
  }

  private void said(Letter letter, Reply reply) {
    if (reply instanceof Reply.Granted granted) {
      if (doing == Doing.ASKING && letter.request == wanted) {
        granted(letter, granted);
      }
    } else if (letter.request instanceof Request.Acquire) {
      boolean repeated =
          reply instanceof Reply.Refused refused && refused.code() == io.tenure.core.Code.REPEATED;
      if (doing == Doing.ASKING && letter.request == wanted && !repeated) {
        rest();
      }
    } else if (reply instanceof Reply.Renewed renewed) {
      Request.Renew request = (Request.Renew) letter.request;
      for (int at = 0; at < renewed.results().size(); at++) {
        Hand hand = letter.party.get(at);
        if (request.leases().get(at).equals(hand.lease)) {
          hand.renewed(letter, renewed.results().get(at));
        }
      }
    } else if (doing == Doing.LEAVING && letter.request == leaving) {
      left(reply);
    }
  }

  private void granted(Letter letter, Reply.Granted granted) {
    doing = Doing.HOLDING;
    lease = granted.lease();
    life = simulation.auditor.life(shard, granted.token());
    renewalsLeft = simulation.someRenewals();
    unanswered = 0;
    believedLocalNanos = client.nanos();
    if (heart != null && wanted != null && !wanted.session().equals(heart.session())) {
      rest();
    } else if (heart != null) {
      heart.bind(this);
      believeWithSession(heart.believedNanos());
      later(simulation.someTtlMillis() * renewalsLeft / 3);
    } else {
      believe(letter, granted.term());
      hold(round);
    }
  }

  /** A lease that another client made in our name. */
  void adopt(int leaseShard, Handle handed, Term term, @Nullable Life known) {
    if (doing == Doing.RESTING && simulation.busy()) {
      doing = Doing.HOLDING;
      round++;
      shard = leaseShard;
      lease = handed;
      life = known;
      ttlMillis = Math.max(term.ttlMillis(), term.validForMillis());
      renewalsLeft = simulation.someRenewals();
      unanswered = 0;
      believedLocalNanos = client.nanos();
      hold(round);
    }
  }

  // --- holding

  private void later(long millis) {
    int present = round;
    client.after(
        millis * Schedule.MILLI,
        () -> {
          if (round == present && doing == Doing.HOLDING) {
            leave();
          }
        });
  }

  private void hold(int holding) {
    if (round != holding || doing != Doing.HOLDING || lease == null) {
      return;
    }
    if (--renewalsLeft <= 0 || !simulation.busy()) {
      leave();
      return;
    }
    if (unanswered++ > 9) {
      rest();
      return;
    }
    if (unanswered > 2) {
      client.lookElsewhere(shard);
    }
    if (life != null && life.key != null && chance.oneIn(8)) {
      simulation.auditor.writes(life);
    }
    renew(lease);
    if (chance.oneIn(16)) {
      Value value = chance.oneIn(3) ? null : Value.of("v" + chance.below(100));
      send(new Request.SetValue(lease, value, client.newRequestId()));
    }
    client.after(ttlMillis * Schedule.MILLI / 3, () -> hold(holding));
  }

  private void renew(Handle kept) {
    List<Handle> together = new ArrayList<>(List.of(kept));
    List<Hand> party = new ArrayList<>(List.of(this));
    if (chance.oneIn(8)) {
      for (int times = 0; times < TOGETHER_MAX; times++) {
        Hand hand = client.hands.get(chance.below(client.hands.size()));
        if (hand.lease != null && hand.lease.shard() == shard && !party.contains(hand)) {
          together.add(hand.lease);
          party.add(hand);
        }
      }
      if (former != null && former.shard() == shard) {
        together.add(former);
        party.add(this);
      }
    }
    Letter letter = new Letter(client, shard, new Request.Renew(together), this);
    letter.life = life;
    letter.party = party;
    letter.shortPath = together.size() == 1 && chance.below(4) > 0;
    client.send(letter);
    if (chance.oneIn(20)) {
      client.send(letter);
    }
  }

  private void lasts(Letter letter, long millis) {
    if (doing != Doing.HOLDING || !((Request.Renew) letter.request).leases().get(0).equals(lease)) {
      return;
    }
    if (millis > 0) {
      unanswered = 0;
      believe(letter, new Term(ttlMillis, millis));
    } else if (millis < 0) {
      lost();
    } else {
      renew(lease);
    }
  }

  private void renewed(Letter letter, Renewal result) {
    if (doing != Doing.HOLDING) {
      return;
    }
    if (result instanceof Renewal.Renewed renewed) {
      unanswered = 0;
      believe(letter, renewed.term());
    } else if (result instanceof Renewal.Over || result instanceof Renewal.Unknown) {
      lost();
    }
  }

  private void believe(Letter letter, Term term) {
    dueNanos = letter.handledNanos + term.validForMillis() * Schedule.MILLI;
    long until = letter.sentLocalNanos + Auditor.safeNanos(term);
    if (life != null && until - believedLocalNanos > 0 && until - client.nanos() > 0) {
      believedLocalNanos = until;
      simulation.auditor.believes(life, client.clock.trueTime(until));
    }
  }

  void believeWithSession(long sessionNanos) {
    if (life == null || doing != Doing.HOLDING) {
      return;
    }
    long until = sessionNanos;
    Request.Acquire request = wanted;
    if (request != null && request.maxLifetimeMillis() > 0) {
      Term lifetime = new Term(0, request.maxLifetimeMillis());
      long last = firstLocalNanos + Auditor.safeNanos(lifetime);
      until = Math.min(until, client.clock.trueTime(last));
    }
    if (until > simulation.schedule.now()) {
      simulation.auditor.believes(life, until);
    }
  }

  private void disbelieve() {
    if (life != null && life.key != null) {
      simulation.auditor.believes(life, 0);
    }
  }

  private void lost() {
    disbelieve();
    if (client.chance().oneIn(4) && life != null && life.key != null) {
      simulation.auditor.writes(life);
    }
    rest();
  }

  // --- leaving

  void sessionOver() {
    disbelieve();
    rest();
  }

  private void leave() {
    Handle kept = lease;
    if (kept == null) {
      return;
    }
    int way = chance.below(10);
    if (way < 3) {
      // Falls silent: believes to the end, and says nothing.
      if (heart != null) {
        disbelieve();
      } else if (chance.oneIn(2)) {
        renewAtTheLastMoment(kept);
      }
      rest();
      return;
    }
    disbelieve();
    doing = Doing.LEAVING;
    tries = 0;
    if (way < 5 && simulation.busy()) {
      String heir = chance.oneIn(2) ? null : simulation.someClient().name;
      leaving = new Request.Transfer(kept, heir, client.newRequestId());
    } else {
      leaving = new Request.Release(kept);
    }
    sendLeaving(round);
  }

  /** Races with the end: just before it, just after it, or before the server has looked. */
  private void renewAtTheLastMoment(Handle kept) {
    Letter last = new Letter(client, shard, Request.Renew.one(kept), this);
    last.life = life;
    last.shortPath = chance.oneIn(2);
    last.party = List.of(this);
    long aroundNanos = chance.between(-Schedule.MILLI, simulation.scenario.tickNanos());
    if (simulation.faultsOn() && chance.oneIn(8)) {
      long beforeNanos = chance.between(1, 100) * Schedule.MILLI;
      simulation.schedule.at(
          dueNanos - beforeNanos,
          () -> client.serverOf(last.shard).stop(chance.between(270, 600) * Schedule.MILLI));
    }
    simulation.schedule.at(dueNanos + aroundNanos, () -> client.serverOf(last.shard).hear(last));
  }

  private void sendLeaving(int present) {
    Request request = leaving;
    if (round != present || doing != Doing.LEAVING || request == null) {
      return;
    }
    if (++tries > TRIES_MAX) {
      rest();
      return;
    }
    Letter letter = send(request);
    client.after(
        simulation.patienceNanos(),
        () -> {
          if (round == present && doing == Doing.LEAVING) {
            client.lookElsewhere(letter);
            sendLeaving(present);
          }
        });
  }

  private Letter send(Request request) {
    Letter letter = new Letter(client, shard, request, this);
    letter.life = life;
    client.send(letter);
    return letter;
  }

  private void left(Reply reply) {
    if (reply instanceof Reply.Transferred transferred && transferred.lease() != null) {
      Life next = simulation.auditor.life(shard, transferred.token());
      simulation.handOn(shard, transferred, next);
    }
    if (leaving instanceof Request.Release && chance.oneIn(4)) {
      send(leaving);
    }
    rest();
  }

  Mode modeOf(Key key) {
    return simulation.modeOf(key, chance);
  }
}
