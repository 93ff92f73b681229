package io.tenure.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Replaces the pauses of connections by a test's own steps: the clock of the test goes on at once.
 */
final class LinesByHand implements ConnectionSource {

  private final ConnectionSource under;
  private final ByHand clock;

  /** The duration of each pause. */
  final List<Long> pauses = Collections.synchronizedList(new ArrayList<>());

  /** The action of the test in each pause, on a thread that may block. */
  volatile Runnable meanwhile = () -> {};

  LinesByHand(ConnectionSource under, ByHand clock) {
    this.under = under;
    this.clock = clock;
  }

  @Override
  public <T> Future<T> on(int lane, Function<OrderedConnection, Future<T>> work) {
    return under.on(lane, work);
  }

  @Override
  public <T> Promise<T> promise() {
    return under.promise();
  }

  @Override
  public Future<Void> pause(long millis) {
    pauses.add(millis);
    Promise<Void> over = promise();
    Future.fromCompletionStage(
            CompletableFuture.runAsync(meanwhile).thenRun(() -> clock.passMillis(millis)))
        .onComplete(over);
    return over.future();
  }

  @Override
  public Future<Void> close() {
    return under.close();
  }
}
