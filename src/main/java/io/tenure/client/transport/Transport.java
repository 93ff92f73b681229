package io.tenure.client.transport;

import io.tenure.wire.Answer;
import io.tenure.wire.Ask;
import io.tenure.wire.Following;
import io.tenure.wire.Refusal;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The way to a server. Each question is asked once for each subscription and is over within its
 * time, one way or the other: nothing is repeated here. Fails by {@link Refusal} when the server
 * said no, by {@link Unreachable} when nobody knows what became of it. May be used by any thread.
 */
public interface Transport {

  /** Who cancels an acquire that waits leaves the queue, unless it was granted already. */
  Mono<Answer> ask(Ask ask, Duration within);

  /**
   * Renews leases, and sessions among them: at most {@code Limits.RENEWALS_MAX}. One result for
   * each, in their order.
   */
  Mono<List<Renewed>> renew(List<ToRenew> all, Duration within);

  /**
   * The same over the present connection, and by words that make the server tell over it when one
   * of them is lost.
   */
  Mono<List<Renewed>> introduce(List<ToRenew> leases, Duration within);

  /**
   * Says whenever losses are told over another connection than before: by those who were not
   * introduced there, they are not heard of.
   */
  Flux<Integer> connections();

  /** Events until the connection ends, from a cursor or from now. Takes no more than is asked. */
  Flux<WatchedEvent> watch(Following following, Duration within);

  /** What the server tells unasked: that a lease has ended. Ends with the transport. */
  Flux<Lost> losses();

  /** Nothing is told any more; what is asked still goes by itself, so that leases are let go. */
  void close();
}
