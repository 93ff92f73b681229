package io.tenure.loadtest.inside;

import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.vertx.core.Context;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Sends one request after another, always the same number at once. Every loop sends its share, as
 * connections would. A wrong answer ends the flood.
 */
final class Flood<T> {

  private final IntFunction<Call> ask;
  private final Function<CallResult, T> read;
  private final int from;
  private final int to;
  private final List<T> answers;
  private final CompletableFuture<List<T>> done = new CompletableFuture<>();
  private int asked;

  private Flood(IntFunction<Call> ask, Function<CallResult, T> read, int from, int to) {
    this.ask = ask;
    this.read = read;
    this.from = from;
    this.to = to;
    asked = from;
    answers = new ArrayList<>(to - from);
  }

  /**
   * The answers, in any order.
   *
   * @param ask the question of this number, from 0
   * @param read reads an answer; fails if the answer is wrong
   */
  static <T> List<T> of(
      Site site, int total, int inFlight, IntFunction<Call> ask, Function<CallResult, T> read) {
    int loops = Math.min(site.loops(), Math.min(inFlight, total));
    List<CompletableFuture<List<T>>> shares = new ArrayList<>();
    for (int loop = 0; loop < loops; loop++) {
      var share = new Flood<>(ask, read, share(total, loop, loops), share(total, loop + 1, loops));
      int atOnce = share(inFlight, loop + 1, loops) - share(inFlight, loop, loops);
      Context context = ((VertxInternal) site.vertx()).createEventLoopContext();
      context.runOnContext(go -> share.begin(atOnce));
      shares.add(share.done);
    }
    List<T> all = new ArrayList<>(total);
    try {
      for (CompletableFuture<List<T>> share : shares) {
        all.addAll(share.get(10, TimeUnit.MINUTES));
      }
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    return all;
  }

  private static int share(int of, int loop, int loops) {
    return (int) ((long) of * loop / loops);
  }

  private void begin(int atOnce) {
    for (int each = 0; each < atOnce; each++) {
      next();
    }
  }

  private void next() {
    if (asked < to) {
      ask.apply(asked++).answer().onSuccess(this::answered);
    }
  }

  private void answered(CallResult answer) {
    try {
      answers.add(read.apply(answer));
    } catch (IllegalStateException wrong) {
      done.completeExceptionally(wrong);
    }
    if (answers.size() == to - from) {
      done.complete(answers);
    } else {
      next();
    }
  }
}
