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
 * The way to a server. Each request is sent once for each subscription and is over within its time,
 * with or without an answer: nothing is repeated here. Fails with {@link ProblemException} when the
 * server refused, and with {@link NoAnswerException} when the outcome is unknown. May be used by
 * any thread.
 */
public interface Transport {

  /**
   * Asks once. A caller that cancels a waiting acquire leaves the queue, unless the lease was
   * granted already.
   */
  Mono<ServerMessage> ask(ClientRequest ask, Duration within);

  /** A transport to each configured server alone, over plain HTTP, in the configured order. */
  List<Transport> servers();

  /**
   * Renews leases, and sessions among them: at most {@code Limits.RENEWALS_MAX}. One result for
   * each, in their order.
   */
  Mono<List<RenewalAnswer>> renew(List<RenewalTarget> all, Duration within);

  /**
   * Renews over the present connection, by messages that make the server report the losses of these
   * leases over it.
   */
  Mono<List<RenewalAnswer>> introduce(List<RenewalTarget> leases, Duration within);

  /**
   * Emits at each change of the connection that reports losses: the server does not report leases
   * that were not introduced there.
   */
  Flux<Integer> connections();

  /**
   * Events until the connection ends, from a cursor or from now. Takes no more than the subscriber
   * requests.
   */
  Flux<RawWatchEvent> watch(WatchTarget target, Duration within);

  /** The losses that the server pushes. Ends with the transport. */
  Flux<LossPush> losses();

  /** Stops the pushes; requests still go over plain HTTP, so that leases can be released. */
  void close();
}
