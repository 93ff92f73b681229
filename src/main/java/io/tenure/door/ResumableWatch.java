package io.tenure.door;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.ShardRequest;
import io.tenure.api.WatchNotice;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.ShardFollower;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import org.jspecify.annotations.Nullable;

/**
 * Follows what happens in one shard: resumes where it was cut, and begins anew where the shard can
 * no longer say what was missed. Used on the context that begins it.
 */
public final class ResumableWatch {

  /** Hears of the shard, in order and without a silent gap. */
  public interface Listener {

    /**
     * What happens behind {@code revision} is told from here on. {@code anew}: what happened
     * between the last event that was told, if there was one, and here is not known.
     */
    void began(long revision, boolean anew);

    void happened(LeaseEvent event);

    /** The shard is not watched. Returns whether to ask it again after a while. */
    boolean missed(Problem why);
  }

  /** Between two questions to a shard that is not served. */
  private static final long ASK_AGAIN_MILLIS = 200;

  private static final Problem CUT =
      Problem.of(Outcome.UNAVAILABLE, "a shard has left this server; resume at the one that has it")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  /** What the shard is told to call; one that was given up hears nothing any more. */
  private final class Ear implements ShardFollower {
    @Override
    public void next(WatchNotice notice) {
      if (ear == this && notice instanceof WatchNotice.Happened happened) {
        revision = happened.event().revision();
        listener.happened(happened.event());
      }
    }

    @Override
    public void cut() {
      if (ear == this) {
        miss(CUT);
      }
    }
  }

  private final Vertx vertx;
  private final Gateway gateway;
  private final Caller caller;
  private final int shard;
  private final ShardRequest.Watch target;
  private final Listener listener;
  private @Nullable Ear ear;
  private @Nullable Call call;

  /** Everything up to here was told. */
  private long revision;

  private boolean over;

  /** {@code target}: what to follow, and from where on. To be followed by {@link #begin}. */
  public ResumableWatch(
      Vertx vertx,
      Gateway gateway,
      Caller caller,
      int shard,
      ShardRequest.Watch target,
      Listener listener) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.caller = caller;
    this.shard = shard;
    this.target = target;
    this.listener = listener;
    revision = target.from();
  }

  public void begin() {
    if (over) {
      return;
    }
    Ear listening = new Ear();
    ear = listening;
    ShardRequest.Watch request = new ShardRequest.Watch(target.key(), target.prefix(), revision);
    Call asked = gateway.watch(caller, shard, request, listening);
    call = asked;
    asked
        .answer()
        .onSuccess(
            answer -> {
              if (ear == listening) {
                answered(answer);
              } else {
                asked.withdraw();
              }
            });
  }

  /** Up to where everything was told; {@link ShardRequest#FROM_NOW} when nothing can be resumed. */
  public long revision() {
    return revision;
  }

  /** It cannot be resumed: when it begins again it begins anew. */
  public void forget() {
    revision = ShardRequest.FROM_NOW;
  }

  public void end() {
    over = true;
    giveUp();
  }

  private void giveUp() {
    ear = null;
    if (call != null) {
      call.withdraw();
      call = null;
    }
  }

  private void answered(CallResult answer) {
    Problem problem = CallResults.problem(answer);
    if (problem != null) {
      miss(problem);
      return;
    }
    Reply.Watching begun = (Reply.Watching) CallResults.reply(answer);
    if (begun.resync()) {
      giveUp();
      forget();
      begin();
      return;
    }
    boolean anew = revision == ShardRequest.FROM_NOW;
    revision = begun.revision();
    listener.began(revision, anew);
  }

  private void miss(Problem why) {
    ear = null;
    call = null;
    if (listener.missed(why)) {
      vertx.setTimer(ASK_AGAIN_MILLIS, timer -> begin());
    }
  }
}
