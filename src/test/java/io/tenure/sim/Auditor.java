package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.Reply;
import io.tenure.core.Change;
import io.tenure.core.TableStats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges clients, stores and servers by the contract. It compares the answers and beliefs of
 * clients, the durable data, and the times of the servers' decisions.
 */
final class Auditor {

  /** For this long after a stall no new end is judged; it includes one tick. */
  private static final long HEARING_NANOS = 30 * Schedule.MILLI;

  private final Schedule schedule;
  private final Scenario scenario;
  private final Trace trace;
  private final ShardAudit[] shards;
  final Decisions decisions;
  private final Told told;
  private final Losses losses;
  final Journal journal;
  private final Continuity continuity;
  final Resources resources;
  private @Nullable Violation first;

  Auditor(Schedule schedule, Scenario scenario, Trace trace) {
    this.schedule = schedule;
    this.scenario = scenario;
    this.trace = trace;
    shards = new ShardAudit[scenario.shards()];
    for (int shard = 0; shard < shards.length; shard++) {
      shards[shard] = new ShardAudit(new EventLog(this, scenario.relaxed()), scenario.relaxed());
    }
    told = new Told(this, scenario.relaxed());
    losses = new Losses(this, shards);
    continuity = new Continuity(this, schedule, scenario);
    resources = new Resources(this, schedule);
    Promises promises = new Promises(this, schedule, scenario, trace);
    journal = new Journal(this, shards, losses, schedule, promises);
    decisions = new Decisions(this, shards, promises, schedule, scenario, trace);
  }

  void fail(String law, @Nullable Object about, String what) {
    if (first == null) {
      first = new Violation(law, about, what);
    }
    throw first;
  }

  /** Throws the first violation again, because futures swallow exceptions. */
  void rethrow() {
    if (first != null) {
      throw first;
    }
  }

  boolean current(SimShard host) {
    return shards[host.index()].host == host;
  }

  EventLog log(int shard) {
    return shards[shard].log;
  }

  @Nullable Life life(int shard, long token) {
    return shards[shard].life(token);
  }

  KeyLife key(int shard, Key key) {
    return shards[shard].key(key);
  }

  /** {@code doubt}: the reason why data may have been lost; empty when none can have been lost. */
  void claimed(int index, String server, long epoch, String doubt) {
    trace.line(
        schedule.now(), null, () -> server + " claims shard " + index + ": " + epoch + " " + doubt);
    trace.note(schedule.now(), 1, epoch);
    ShardAudit shard = shards[index];
    if (isOfALaterLife(shard.claimedBy, server)) {
      continuity.claimedByTheDead(shard);
      return;
    }
    shard.epochTwice |= epoch == shard.claimedEpoch && !server.equals(shard.claimedBy);
    shard.claimedEpoch = epoch;
    if (!server.equals(shard.claimedBy)) {
      shard.claimedBy = server;
      shard.claimedNanos = schedule.now();
    }
    shard.reckonWithLoss(server, doubt);
  }

  /**
   * A request of a server from before its crash may reach the store when its next life owns the
   * shard.
   */
  private static boolean isOfALaterLife(@Nullable String owner, String claimant) {
    int dot = claimant.indexOf('.') + 1;
    return owner != null
        && owner.startsWith(claimant.substring(0, dot))
        && Integer.parseInt(owner.substring(dot)) > Integer.parseInt(claimant.substring(dot));
  }

  void loads(int index, String server, List<Change> kept) {
    trace.line(schedule.now(), null, () -> server + " loads shard " + index);
    // If two servers claimed the same epoch, because a claim was lost, the later claim counts.
    if (server.equals(shards[index].claimedBy)) {
      losses.loads(shards[index], server, kept);
    }
  }

  /** {@code server}: the owner that the store knows now; null when the store knows none. */
  void forgotten(int index, @Nullable String server) {
    trace.line(schedule.now(), null, () -> "the store forgets something of shard " + index);
    if (server != null && !isOfALaterLife(shards[index].claimedBy, server)) {
      shards[index].claimedBy = server;
      shards[index].claimedNanos = schedule.now();
    }
    shards[index].forgottenNanos.add(schedule.now());
    disturbed(index, schedule.now() + 2 * Schedule.SECOND);
  }

  void away(long untilNanos) {
    trace.line(schedule.now(), null, () -> "the store is away until " + untilNanos);
    continuity.away(untilNanos);
    disturbed(untilNanos + 3 * Schedule.SECOND);
  }

  /** A request that was blocked because of the store must have gone on once the store is well. */
  void heldBackInVain(SimShard host, Post post) {
    if (shards[host.index()].healthyFromNanos < schedule.now() - 3 * Schedule.SECOND) {
      long nanos = schedule.now() - post.arrivedNanos;
      fail(
          "liveness",
          post.letter.subject(),
          "held back for " + nanos + " ns, and the store is well");
    }
  }

  void sentOn(SimShard host, Post post) {
    if (!scenario.relaxed() && post.reply instanceof Reply.Granted granted && !granted.repeated()) {
      fail("G5", post.letter.subject(), "said to be not applied, and was: " + granted);
    }
    continuity.elsewhere(host, post.letter.request);
  }

  void steppedDown(SimShard host, Throwable cause) {
    trace.line(
        schedule.now(), null, () -> host.serverName() + " steps down: " + cause.getMessage());
    continuity.steppedDown(shards[host.index()], host, cause);
  }

  /** Records news of the shard itself, for the reader of the trace. */
  void news(SimShard host, String what) {
    trace.line(schedule.now(), null, () -> host.serverName() + what + host.index());
  }

  void writesAnew(SimShard host, boolean begins) {
    news(host, begins ? " writes anew " : " wrote anew ");
    shards[host.index()].writesAnew(host, begins);
  }

  void left(SimShard host) {
    trace.line(schedule.now(), null, () -> host.serverName() + " leaves " + host.index());
    continuity.left(shards[host.index()]);
  }

  void opened(SimShard host, long quarantineMillis) {
    trace.line(
        schedule.now(),
        null,
        () ->
            host.serverName()
                + " opens shard "
                + host.index()
                + (quarantineMillis > 0 ? " in quarantine for " + quarantineMillis : ""));
    ShardAudit shard = shards[host.index()];
    if (shard.servedBeside(host)) {
      return;
    }
    continuity.opened(shard, host, quarantineMillis > 0);
    shard.opened(host, schedule.now(), quarantineMillis);
    if (quarantineMillis > 0) {
      shard.log = new EventLog(this, scenario.relaxed());
    }
    disturbed(host.index(), schedule.now());
  }

  /** A quarantine goes on until other shards are informed of the possible losses. */
  void inQuarantine(SimShard host) {
    ShardAudit shard = shards[host.index()];
    TableStats stats = shard.doubtful ? host.stats() : null;
    if (stats != null && stats.quarantineMillis() > 0) {
      shard.quarantinedNanos = Math.max(shard.quarantinedNanos, schedule.now());
    }
  }

  void dropped(SimShard host) {
    trace.line(schedule.now(), null, () -> host.serverName() + " drops shard " + host.index());
    ShardAudit shard = shards[host.index()];
    if (host.serverName().equals(shard.claimedBy)) {
      // Also if the shard never opened, because its next owner begins to take over only now.
      disturbed(host.index(), schedule.now());
    }
    if (current(host)) {
      disturbed(host.index(), schedule.now());
      shard.dropped(host);
    }
  }

  void stalled(SimShard host, long untilNanos, boolean suspended) {
    int shard = host.index();
    trace.line(schedule.now(), null, () -> "stall of shard " + shard + " until " + untilNanos);
    ShardAudit audit = shards[shard];
    audit.stoppedNanos = schedule.now();
    // The stall began, by the lease clock, with the tick before.
    long sinceTickNanos = scenario.tickNanos();
    long stallNanos = untilNanos - schedule.now();
    audit.stalledNanos += stallNanos + sinceTickNanos + HEARING_NANOS;
    if (suspended) {
      audit.amnesty.unseen(stallNanos + sinceTickNanos + HEARING_NANOS);
    } else {
      audit.amnesty.stalled(stallNanos, sinceTickNanos, untilNanos, audit.host == host);
      audit.amnesty.unseen(HEARING_NANOS);
    }
    disturbed(shard, untilNanos);
  }

  void sleptLonger(SimShard host, long nanos) {
    shards[host.index()].amnesty.unseen(nanos);
  }

  void disturbed(long untilNanos) {
    for (int shard = 0; shard < shards.length; shard++) {
      disturbed(shard, untilNanos);
    }
  }

  void disturbed(int shard, long untilNanos) {
    shards[shard].healthyFromNanos = Math.max(shards[shard].healthyFromNanos, untilNanos);
  }

  /** {@code reply} is null on the short path. */
  void acknowledged(SimShard host, Letter letter, @Nullable Reply reply) {
    trace.line(
        schedule.now(),
        letter.subject(),
        () -> host.serverName() + ": " + letter.request + " -> " + reply);
    ShardAudit shard = shards[host.index()];
    boolean outlived = !host.serverName().equals(shard.claimedBy);
    // On the short path the reading of the turn counts, which is later than the letter.
    long latestNanos = host.server().clock.readNanos();
    long readNanos = reply == null ? Math.min(host.turnReadNanos(), latestNanos) : latestNanos;
    boolean excused = inATerm(shard, readNanos) && !shard.succeeded(host, readNanos);
    if (outlived && shard.claimedNanos < readNanos && !excused) {
      fail("G10", letter.subject(), host.serverName() + " answers for " + shard.claimedBy);
    }
    if (reply != null) {
      told.said(shard, letter, reply, outlived);
    }
  }

  /**
   * A store that forgets an ownership admits others before its owner can know. They serve while the
   * owner must be silent.
   */
  boolean inATerm(ShardAudit shard, long nanos) {
    Long forgotten = shard.forgottenNanos.floor(nanos);
    return forgotten != null && nanos - forgotten < scenario.ownershipMillis() * Schedule.MILLI;
  }

  /** A store that forgets a claim accepts writes of the owner before, which were on their way. */
  boolean mayStillWrite(ShardAudit shard, String server) {
    boolean late = isOfALaterLife(shard.claimedBy, server) && !shard.forgottenNanos.isEmpty();
    return late || inATerm(shard, schedule.now());
  }

  void believes(Life life, long untilNanos) {
    KeyLife key = life.key;
    if (key == null) {
      return;
    }
    long now = schedule.now();
    trace.line(now, key.key, () -> "client believes in " + life + " until " + untilNanos / 1e9);
    Life conflict = key.believe(life, now, untilNanos);
    if (conflict != null) {
      fail(
          "G1",
          key.key,
          "clients believe in "
              + life
              + " and in "
              + conflict
              + " for "
              + (conflict.believedNanos - now)
              + " ns more");
    }
  }

  /** Checks that no lease is left after a long time without renewals. */
  void nothingLeft() {
    for (ShardAudit shard : shards) {
      for (KeyLife key : shard.keys.values()) {
        if (key.owned()) {
          fail("liveness", key.key, "still owned by the record");
        }
      }
    }
  }
}
