package io.tenure.sim;

import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.core.Change;
import io.tenure.core.ShardMessage;
import io.tenure.core.TableStats;
import io.tenure.shard.LoopByHand;
import io.tenure.shard.ShardListener;
import org.jspecify.annotations.Nullable;

/** One shard of one server, with its callers, its followers and its reports to the auditor. */
final class SimShard implements ShardListener {

  private final Simulation simulation;
  private final Auditor auditor;
  private final SimServer server;
  private final LoopByHand loop;
  private final int shard;

  private final Posts posts = new Posts();
  private @Nullable Post present;
  private KeyLife.@Nullable Waiting inherited;
  private final Ear ear;
  private long firstRevision;

  SimShard(Simulation simulation, SimServer server, LoopByHand loop, int shard) {
    this.simulation = simulation;
    auditor = simulation.auditor;
    this.server = server;
    this.loop = loop;
    this.shard = shard;
    ear = new Ear(loop, shard);
  }

  int index() {
    return shard;
  }

  SimServer server() {
    return server;
  }

  String serverName() {
    return server.name;
  }

  @Nullable TableStats stats() {
    return loop.census(shard);
  }

  /** The true instant at which the present turn read its clock: earlier, if it was delayed. */
  long turnNanos() {
    return server.clock.trueTime(loop.nowNanos());
  }

  long turnReadNanos() {
    return server.clock.firstTime(loop.nowNanos());
  }

  long firstRevision() {
    return firstRevision;
  }

  int unanswered() {
    return posts.waiting();
  }

  /** The request that is being decided, or null. */
  @Nullable Request presentRequest() {
    return present == null ? null : present.letter.request;
  }

  /** The present request repeats a waiting one, and takes over its position. */
  void takesOver(KeyLife.@Nullable Waiting place) {
    inherited = place;
  }

  void hear(Letter letter) {
    Post post = new Post(letter, this, simulation.schedule.now());
    if (letter.request instanceof PerShardRequest.Withdraw && letter.about != null) {
      Post about = letter.about.post;
      if (about != null && about.host == this && about.asked != null) {
        loop.withdraw(shard, about.asked);
      }
      simulation.answer(letter, new Answer.Said(new PerShardReply.Withdrawn()));
    } else if (letter.shortPath && letter.request instanceof Request.Renew renew) {
      posts.add(post);
      Runnable hears = () -> posts.heard(post);
      if (!loop.renew(shard, renew.leases().get(0), hears, result -> renewed(post, result))) {
        busy(post);
      }
    } else {
      letter.post = post;
      posts.add(post);
      post.asked = loop.prepare(shard, letter.request, post);
      if (!loop.post(post.asked)) {
        busy(post);
      }
    }
  }

  private void busy(Post post) {
    posts.answered(post);
    posts.unfollow(post);
    Reply busy = new Refusal.Refused(Outcome.UNAVAILABLE, "", "try again later");
    simulation.answer(post.letter, new Answer.Said(busy));
  }

  private void renewed(Post post, long result) {
    heardAll();
    posts.answered(post);
    Letter letter = post.letter;
    letter.handledNanos = simulation.schedule.now();
    if (result == RenewalCode.ELSEWHERE) {
      auditor.sentOn(this, post);
      simulation.answer(letter, new Answer.NotHere());
      return;
    }
    auditor.decisions.renewed(this, letter, result);
    auditor.acknowledged(this, letter, null);
    simulation.answer(letter, new Answer.Lasts(result));
  }

  @Override
  public void hears(int index, long ticket, Request request) {
    heardAll();
    if (ear.enters(ticket)) {
      return;
    }
    present = posts.heard(request, ticket, simulation.schedule.now());
    if (present == null) {
      auditor.fail("liveness", null, "heard what nobody asked: " + request);
    }
  }

  /** A renewal that came in time and before this turn, and that the table has not received yet. */
  @Nullable Post unheard(Life life) {
    return posts.unheard(life, server.turnedNanos());
  }

  /** The last request of the turn waits if it has no answer. */
  void heardAll() {
    Post heard = present;
    present = null;
    if (heard != null && !heard.decided && posts.waits(heard)) {
      auditor.decisions.waits(this, heard, inherited);
    }
    inherited = null;
  }

  void hears(ShardMessage message) {
    heardAll();
    if (loop.serves(shard)) {
      auditor.decisions.heard(this, message);
    }
  }

  void endTurn() {
    heardAll();
    if (ear.cut() && loop.serves(shard)) {
      ear.listen(auditor.log(shard).lastRevision());
    }
    if (auditor.current(this)) {
      auditor.log(shard).endOfTurn();
      auditor.inQuarantine(this);
    }
  }

  @Override
  public void changed(int index, Change change) {
    auditor.decisions.decided(this, change);
  }

  @Override
  public void decided(int index, long ticket, Reply reply) {
    Post post = posts.under(ticket);
    if (post == null) {
      return;
    }
    if (post.decided) {
      auditor.fail("liveness", post.letter.subject(), "a second reply: " + reply);
    }
    if (post == present && inherited != null) {
      // The waiting request is decided in the turn in which it took over the position of the first.
      auditor.decisions.waits(this, post, inherited);
      inherited = null;
    }
    post.decided = true;
    post.reply = reply;
    auditor.decisions.answers(this, post, reply);
  }

  @Override
  public void decided(int index, long watcher, WatchUpdate notice) {
    if (ear.hears(watcher)
        && auditor.current(this)
        && notice instanceof WatchUpdate.Happened happened) {
      auditor.log(shard).add(happened.event());
    }
  }

  void answered(Post post, io.tenure.shard.call.CallResult answer) {
    posts.answered(post);
    if (answer instanceof io.tenure.shard.call.CallResult.Said said) {
      said(post, said.reply());
    } else {
      posts.unfollow(post);
      if (answer instanceof io.tenure.shard.call.CallResult.Elsewhere) {
        auditor.sentOn(this, post);
        simulation.answer(post.letter, new Answer.NotHere());
      } else if (answer instanceof io.tenure.shard.call.CallResult.Unknown) {
        simulation.answer(post.letter, new Answer.Unknown());
      } else {
        busy(post);
      }
    }
  }

  private void said(Post post, Reply reply) {
    if (post.reply != null && post.reply != reply) {
      auditor.fail("G5", post.letter.subject(), "told " + reply + " when it was " + post.reply);
    }
    if (post.ticket == 0
        && reply instanceof Refusal.Refused refused
        && refused.code() == Outcome.UNAVAILABLE) {
      auditor.heldBackInVain(this, post);
    }
    if (post.ticket == 0 && post.letter.renewal()) {
      auditor.fail("renewals go on", null, "a renewal waited in vain to be heard");
    }
    // A refusal of a request that was held back proves nothing about the shard.
    if (post.ticket != 0) {
      auditor.acknowledged(this, post.letter, reply);
    }
    if (post.letter.back instanceof Watch watch && reply instanceof PerShardReply.Watching) {
      watch.attach(post, reply);
    } else {
      posts.unfollow(post);
      simulation.answer(post.letter, new Answer.Said(reply));
    }
  }

  /** Whether the follower keeps up: now and then one is too slow. */
  boolean keepsUp() {
    return !simulation.faultsOn() || !simulation.chance.oneIn(2_000);
  }

  void cut(Post post) {
    if (posts.unfollow(post) && post.letter.back instanceof Watch watch) {
      watch.cut(post);
    }
  }

  void withdraw(Post post) {
    posts.unfollow(post);
    if (post.asked != null) {
      loop.withdraw(shard, post.asked);
    }
  }

  /** Closes the streams and waiting calls of earlier lives of a client. */
  void hangUp(SimClient client, int living) {
    posts.before(client, living).forEach(this::withdraw);
  }

  @Override
  public void serves(int index, long epoch, long quarantineMillis) {
    firstRevision = epoch << 22;
    auditor.opened(this, quarantineMillis);
    ear.listen(PerShardRequest.FROM_NOW);
  }

  @Override
  public void holdsBack(int index, boolean does) {
    auditor.news(this, does ? " holds back from " : " lets in to ");
  }

  @Override
  public void wroteAnew(int index) {
    auditor.writesAnew(this, false);
  }

  @Override
  public void writesAnew(int index) {
    auditor.writesAnew(this, true);
    simulation.writesAnew(server);
  }

  @Override
  public void stepsDown(int index, Throwable cause) {
    dropped();
    auditor.steppedDown(this, cause);
  }

  @Override
  public void leaves(int index) {
    auditor.left(this);
    dropped();
  }

  void crash() {
    dropped();
    posts.following().forEach(this::cut);
    posts.clear();
  }

  private void dropped() {
    present = null;
    ear.close();
    auditor.dropped(this);
    posts.forgetTickets();
  }
}
