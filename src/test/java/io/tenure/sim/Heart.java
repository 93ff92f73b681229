package io.tenure.sim;

import io.tenure.api.LeaseId;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A session that a client keeps alive, with the client's belief in the leases under it. */
final class Heart implements Letter.Back {

  private final SimClient client;
  private final Simulation simulation;
  private final int shard;
  private final List<Hand> bound = new ArrayList<>();
  private @Nullable LeaseId session;
  private @Nullable String requestId;
  private long ttlMillis;
  private long believedLocalNanos;
  private boolean believes;
  private long beatsLeft;
  private int round;

  Heart(SimClient client, int shard) {
    this.client = client;
    this.shard = shard;
    simulation = client.simulation;
  }

  @Nullable LeaseId session() {
    return session;
  }

  /** The true instant until which its client believes in it. */
  long believedNanos() {
    return session == null || !believes ? 0 : client.clock.trueTime(believedLocalNanos);
  }

  void bind(Hand hand) {
    bound.add(hand);
  }

  void unbind(Hand hand) {
    bound.remove(hand);
  }

  void die() {
    end();
  }

  void begin() {
    if (!simulation.busy()) {
      return;
    }
    round++;
    believes = false;
    ttlMillis = simulation.habits.someTtlMillis();
    beatsLeft = client.chance().spread(2, 60);
    requestId = client.newRequestId();
    open(round);
  }

  private void open(int opening) {
    if (round == opening && session == null) {
      Request request = new Request.OpenSession(client.name, ttlMillis, requestId);
      Letter letter = new Letter(client, shard, request, this);
      client.send(letter);
      client.after(simulation.habits.patienceNanos(), () -> retry(opening, letter));
    }
  }

  private void retry(int opening, Letter letter) {
    if (round == opening && session == null) {
      client.lookElsewhere(letter);
      if (simulation.busy()) {
        open(opening);
      }
    }
  }

  @Override
  public void answered(Letter letter, Answer answer) {
    if (!(answer instanceof Answer.Said said)) {
      return;
    }
    Reply reply = said.reply();
    if (reply instanceof Reply.SessionOpened opened
        && letter.request instanceof Request.OpenSession request
        && session == null
        && Objects.equals(request.requestId(), requestId)) {
      session = opened.session();
      believe(letter, opened.validity());
      beat(round);
    } else if (reply instanceof Reply.Renewed renewed
        && letter.request instanceof Request.KeepAlive alive
        && alive.session().equals(session)) {
      RenewalReply result = renewed.results().get(0);
      if (result instanceof RenewalReply.Renewed again) {
        believe(letter, again.validity());
      } else if (result instanceof RenewalReply.Over || result instanceof RenewalReply.NotFound) {
        over();
      }
    } else if ((reply instanceof Refusal.RequestConsumed || reply instanceof Refusal.Over)
        && session == null) {
      over();
    }
  }

  private void beat(int beating) {
    LeaseId kept = session;
    if (round != beating || kept == null) {
      return;
    }
    if (!simulation.busy() || --beatsLeft <= 0) {
      leave(kept);
      return;
    }
    client.send(new Letter(client, shard, new Request.KeepAlive(kept), this));
    client.after(ttlMillis * Schedule.MILLI / 3, () -> beat(beating));
  }

  /** Half of all sessions are closed; for the others the heartbeats just stop. */
  private void leave(LeaseId kept) {
    if (client.chance().oneIn(2)) {
      List.copyOf(bound).forEach(Hand::sessionOver);
      client.send(new Letter(client, shard, new Request.CloseSession(kept), this));
    }
    over();
  }

  /** The belief in leases under the session lasts to its end, unless it was given up. */
  private void over() {
    end();
    if (simulation.busy()) {
      client.after(client.chance().spread(1, ttlMillis * 2) * Schedule.MILLI, this::begin);
    }
  }

  private void end() {
    round++;
    session = null;
    bound.clear();
  }

  private void believe(Letter letter, Validity validity) {
    long until = letter.sentLocalNanos + Belief.safeNanos(validity);
    if (!believes || until - believedLocalNanos > 0) {
      believes = true;
      believedLocalNanos = until;
      long trueNanos = believedNanos();
      for (Hand hand : bound) {
        hand.sessionLives(trueNanos);
      }
    }
  }
}
