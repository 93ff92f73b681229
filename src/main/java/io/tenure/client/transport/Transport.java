package io.tenure.client.transport;

import io.tenure.wire.ClientRequest;
import io.tenure.wire.ProblemException;
import io.tenure.wire.ServerMessage;
import io.tenure.wire.WatchTarget;
import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The way to a server. Each question is asked once for each subscription and is over within its
 * time, one way or the other: nothing is repeated here. Fails by {@link ProblemException} when the
 * server said no, by {@link NoAnswerException} when nobody knows what became of it. May be used by
 * any thread.
 */
public interface Transport {

  /** Who cancels an acquire that waits leaves the queue, unless it was granted already. */
  Mono<ServerMessage> ask(ClientRequest ask, Duration within);

  /**
   * Renews leases, and sessions among them: at most {@code Limits.RENEWALS_MAX}. One result for
   * each, in their order.
   */
  Mono<List<RenewalAnswer>> renew(List<RenewalTarget> all, Duration within);

  /**
   * The same over the present connection, and by words that make the server tell over it when one
   * of them is lost.
   */
  Mono<List<RenewalAnswer>> introduce(List<RenewalTarget> leases, Duration within);

  /**
   * Says whenever losses are told over another connection than before: by those who were not
   * introduced there, they are not heard of.
   */
  Flux<Integer> connections();

  /** Events until the connection ends, from a cursor or from now. Takes no more than is asked. */
  Flux<RawWatchEvent> watch(WatchTarget target, Duration within);

  /** What the server tells unasked: that a lease has ended. Ends with the transport. */
  Flux<LossPush> losses();

  /** Nothing is told any more; what is asked still goes by itself, so that leases are let go. */
  void close();
}
