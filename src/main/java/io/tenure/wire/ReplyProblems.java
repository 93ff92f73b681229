package io.tenure.wire;

import io.tenure.api.EndReason;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.LifespanView;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;

/** Describes the refusals of shards as problems. */
public final class ReplyProblems implements Refusal.RefusalCases<Problem> {

  private static final ReplyProblems CASES = new ReplyProblems();

  private ReplyProblems() {}

  /** Describes {@code reply}, with an outcome other than {@link Outcome#DONE}. */
  public static Problem of(Reply reply) {
    return reply instanceof Reply.Renewed renewed
        ? of(renewed.results().get(0))
        : ((Refusal) reply).accept(CASES);
  }

  /** Describes {@code renewal}, which is refused. */
  public static Problem of(RenewalReply renewal) {
    Outcome code = renewal.outcome();
    if (renewal instanceof RenewalReply.Over over) {
      return over(over.how(), over.agoMillis(), over.token());
    }
    return switch (code) {
      case SESSION_BOUND -> Problem.of(code, "keep its session alive instead");
      case PENDING ->
          Problem.of(code, "its last change is not durable yet; ask again")
              .retryAfter(Problem.RETRY_SOON_MILLIS);
      default -> Problem.of(code, "no such lease; acquire the key");
    };
  }

  @Override
  public Problem held(Refusal.Held held) {
    if (held.token() == 0) {
      return barred(held)
          .with("remainingMs", held.remainingMillis())
          .with("waiters", held.waiters())
          .retryAfter(Math.max(0, held.remainingMillis()));
    }
    boolean withSession = held.remainingMillis() == LifespanView.WITH_SESSION;
    Problem problem =
        Problem.of(held.outcome(), "the key has a holder; wait for it, or try again later")
            .with("holder", held.holder())
            .with("token", held.token())
            .with("since", ViewWriter.time(held.sinceSeconds()));
    problem =
        withSession
            ? problem.with("withSession", true)
            : problem.with("remainingMs", held.remainingMillis());
    problem = problem.with("waiters", held.waiters());
    return withSession && held.barredMillis() == 0
        ? problem
        : problem.retryAfter(Math.max(held.remainingMillis(), held.barredMillis()));
  }

  @Override
  public Problem requestConsumed(Refusal.RequestConsumed consumed) {
    return Problem.of(consumed.outcome(), "use a new requestId to acquire again")
        .with("ending", Outcome.of(consumed.how()).name())
        .with("token", consumed.token());
  }

  @Override
  public Problem over(Refusal.Over over) {
    return over(over.how(), over.agoMillis(), over.token());
  }

  @Override
  public Problem fenced(Refusal.Fenced fenced) {
    return Problem.of(fenced.outcome(), "a larger token was seen; stop acting as the owner")
        .with("mark", fenced.mark());
  }

  @Override
  public Problem refused(Refusal.Refused refused) {
    if (refused.code() == Outcome.INVALID) {
      return Problem.of(new InvalidFieldException(refused.field(), refused.remedy()));
    }
    Problem problem = Problem.of(refused.code(), refused.field(), refused.remedy());
    if (refused.quarantinedShard() != Reply.NO_SHARD) {
      problem = problem.with(Problem.QUARANTINED_SHARD, refused.quarantinedShard());
    }
    return refused.code().isRetryable() ? problem.retryAfter(Problem.RETRY_LATER_MILLIS) : problem;
  }

  private static Problem barred(Refusal.Held held) {
    return held.quarantinedShard() == Reply.NO_SHARD
        ? Problem.of(
            held.outcome(), "the key has no holder, and is locked for a while (lock-delay)")
        : Problem.of(held.outcome(), "its shard is in quarantine: the store may have lost leases")
            .with(Problem.QUARANTINED_SHARD, held.quarantinedShard());
  }

  private static Problem over(EndReason how, long agoMillis, long token) {
    return Problem.of(Outcome.of(how), "stop acting as the owner; acquire again if you need it")
        .with("agoMs", agoMillis)
        .with("token", token);
  }
}
