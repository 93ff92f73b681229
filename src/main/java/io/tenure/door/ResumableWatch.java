package io.tenure.door;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.WatchUpdate;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.Follower;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * Follows the events of one shard, and resumes after a cut. The watch begins anew when the shard no
 * longer remembers the events that were missed. Used on the context that begins the watch.
 */
public final class ResumableWatch {

  /** Receives the events of the shard, in order and without a silent gap. */
  public interface Listener {

    /**
     * The events after {@code revision} are delivered from now on. If {@code anew}, the events
     * between the last delivered event, if any, and {@code revision} are unknown.
     */
    void began(long revision, boolean anew);

    void happened(LeaseEvent event);

    /**
     * Called when the shard is not watched. Returns whether to ask the shard again after a pause.
     */
    boolean missed(Problem why);
  }

  /** The pause before a shard that is not served is asked again. */
  private static final long ASK_AGAIN_MILLIS = 200;

  private static final Problem CUT =
      Problem.of(Outcome.UNAVAILABLE, "a shard has left this server; resume at the one that has it")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  /** Receives the notices of the shard. A receiver that was given up ignores them. */
  private final class NoticeReceiver implements Follower {
    @Override
    public void next(WatchUpdate notice) {
      if (receiver == this && notice instanceof WatchUpdate.Happened happened) {
        revision = happened.event().revision();
        listener.happened(happened.event());
      }
    }

    @Override
    public void cut() {
      if (receiver == this) {
        miss(CUT);
      }
    }
  }

  private final Vertx vertx;
  private final AdmittedOperation admitted;
  private final int shard;
  private final PerShardRequest.Watch target;
  private final Listener listener;
  private @Nullable NoticeReceiver receiver;
  private @Nullable Call call;

  /** Everything up to this revision was delivered. */
  private long revision;

  private boolean over;

  /**
   * {@code target} names the keys to follow, and the revision to begin after. Call {@link #begin}
   * next.
   */
  public ResumableWatch(
      Vertx vertx,
      AdmittedOperation admitted,
      int shard,
      PerShardRequest.Watch target,
      Listener listener) {
    this.vertx = vertx;
    this.admitted = admitted;
    this.shard = shard;
    this.target = target;
    this.listener = listener;
    revision = target.from();
  }

  public void begin() {
    if (over) {
      return;
    }
    NoticeReceiver listening = new NoticeReceiver();
    receiver = listening;
    PerShardRequest.Watch request =
        new PerShardRequest.Watch(target.key(), target.prefix(), revision);
    Call asked = admitted.watch(shard, request, listening);
    call = asked;
    asked
        .answer()
        .onSuccess(
            answer -> {
              if (receiver == listening) {
                answered(answer);
              } else {
                asked.withdraw();
              }
            });
  }

  /**
   * Returns the revision up to which everything was delivered; {@link PerShardRequest#FROM_NOW}
   * when the watch cannot be resumed.
   */
  public long revision() {
    return revision;
  }

  /** Forgets the revision: the watch cannot be resumed, and next begins anew. */
  public void forget() {
    revision = PerShardRequest.FROM_NOW;
  }

  public void end() {
    over = true;
    giveUp();
  }

  private void giveUp() {
    receiver = null;
    if (call != null) {
      call.withdraw();
      call = null;
    }
  }

  private void answered(CallResult answer) {
    Problem problem = ResultProblems.problem(answer);
    if (problem != null) {
      miss(problem);
      return;
    }
    PerShardReply.Watching begun = (PerShardReply.Watching) ResultProblems.reply(answer);
    if (begun.resync()) {
      giveUp();
      forget();
      begin();
      return;
    }
    boolean anew = revision == PerShardRequest.FROM_NOW;
    revision = begun.revision();
    listener.began(revision, anew);
  }

  private void miss(Problem why) {
    receiver = null;
    call = null;
    if (listener.missed(why)) {
      vertx.setTimer(ASK_AGAIN_MILLIS, timer -> begin());
    }
  }
}
