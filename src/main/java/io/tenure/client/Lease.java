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
 * A lease that is held and renewed until it is released or lost. May be used by any thread.
 *
 * <p>What it promises: {@link #isSafe} is true only while no other can have the key, as far as
 * clocks run at like rates. It counts from before the request was sent that the server last
 * acknowledged, on this machine's own clock, less the drift between two clocks and the safety that
 * the server asks for; so it needs no network, and after a pause it is false at once.
 *
 * <p>What no client can promise: that the process is not paused <em>between</em> the question and
 * the write that follows it. The write then happens when it wakes, however late. Only the resource
 * can refuse it, by comparing {@link #token} with the largest that it has seen: see {@code
 * io.tenure.client.guard}.
 */
public interface Lease {

  String key();

  String holder();

  /** The fencing token: larger for every later lease on the key. Send it along with every write. */
  long token();

  /** The slot number, -1 in other modes. */
  int slot();

  /** A credential: whoever has it may renew and release. */
  String leaseId();

  LeaseState state();

  /** The present state, then every other, until one of those that are for ever. */
  Flux<LeaseState> states();

  /** Whether to touch the resource, now. Costs nothing: reads two clocks. */
  boolean isSafe();

  /** For how long it is safe still, if no other renewal is answered. Zero when it is not. */
  Duration safeFor();

  /**
   * Returns when it is safe for as long still.
   *
   * @throws LeaseLostException when it is over
   * @throws InsufficientTimeException when it is not, and may be again after the next renewal
   */
  void ensure(Duration minRemaining);

  /** Completes when it is lost, with why; empty when it is released instead. */
  Mono<Loss> lost();

  /**
   * For whoever has to stop work: why it is not safe any more, as soon as it is not, be it lost or
   * lapsed only. Empty when it is released. Told on threads of its own, where nobody who listens to
   * {@link #lost} or {@link #states} can hold it up.
   */
  Mono<TenureException> unsafe();

  /**
   * Ends it. From the subscription on it is not safe, whatever the server answers. Completes when
   * the server has said that it is over; repeats until then, or until it would have ended anyway.
   */
  Mono<Void> release();

  /**
   * Hands the key to a named holder, or to the head of the queue when null. It is not safe while
   * that is asked, and is held again only when the server has refused.
   */
  Mono<Handover> transfer(@Nullable String next);

  /** Changes what all may see; null takes it away. */
  Mono<Void> setValue(@Nullable Value value);
}
