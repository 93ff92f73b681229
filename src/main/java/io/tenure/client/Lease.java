package io.tenure.client;

import io.tenure.api.Value;
import io.tenure.client.calls.Handover;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A lease that the client renews until it is released or lost. May be used by any thread.
 *
 * <p>What it promises: while {@link #isSafe} is true, no other holder can have the key, as far as
 * clocks run at like rates. The time counts from before the sending of the last request that the
 * server has acknowledged. It counts by the clock of this machine, less the drift between two
 * clocks and the safety margin that the server asks for. So it needs no network, and after a pause
 * it is false at once.
 *
 * <p>What no client can promise: that the process is not paused <em>between</em> the question and
 * the write that follows it. The write then happens when the process wakes, however late. Only the
 * resource can refuse it, by comparing {@link #token} with the largest that it has seen: see {@code
 * io.tenure.client.guard}.
 */
public interface Lease {

  String key();

  String holder();

  /** The fencing token, larger for every later lease on the key. Send it along with every write. */
  long token();

  /** The slot number, -1 in other modes. */
  int slot();

  /** The leaseId, a credential: a caller that has it may renew and release. */
  String leaseId();

  LeaseState state();

  /** The present state, then every later one, up to the first final state. */
  Flux<LeaseState> states();

  /** Whether the resource may be touched, now. The call costs nothing: it reads two clocks. */
  boolean isSafe();

  /**
   * The time for which the lease stays safe if no other renewal is answered; zero when it is not
   * safe.
   */
  Duration safeFor();

  /**
   * Returns if the lease is safe for at least this long.
   *
   * @throws LeaseLostException when the lease is over
   * @throws InsufficientTimeException when it is not safe for so long, and may be again after the
   *     next renewal
   */
  void ensure(Duration minRemaining);

  /** Completes with the reason when the lease is lost; empty when it is released instead. */
  Mono<Loss> lost();

  /**
   * For callers that have to stop work: completes with the reason as soon as the lease is not safe
   * any more, be it lost or only lapsed. Empty when the lease is released. Delivered on threads of
   * its own, where no listener to {@link #lost} or {@link #states} can delay it.
   */
  Mono<TenureException> unsafe();

  /**
   * Ends the lease. From the subscription on the lease is not safe, however the server answers.
   * Completes when the server has said that the lease is over; repeats the request until then, or
   * until the lease would have ended anyway.
   */
  Mono<Void> release();

  /**
   * Hands the key to a named holder, or to the head of the queue when {@code next} is null. The
   * lease is not safe during the request; it is held again only if the server has refused.
   */
  Mono<Handover> transfer(@Nullable String next);

  /** Changes the value that every caller may see; null removes it. */
  Mono<Void> setValue(@Nullable Value value);
}
