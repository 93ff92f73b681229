package io.tenure.client;

import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A heartbeat that keeps many leases: they live as long as the session, and end with it. The client
 * keeps the session alive until it is closed or lost. May be used by any thread.
 */
public interface Session {

  String holder();

  /**
   * The sessionId, a credential: a caller that has it may keep the session alive, close it, and
   * take leases under it.
   */
  String sessionId();

  LeaseState state();

  /** The present state, then every later one, up to the first final state. */
  Flux<LeaseState> states();

  /** Whether its leases are safe, as far as the session decides it. */
  boolean isSafe();

  /** The time for which the session stays safe if no other heartbeat is answered. */
  Duration safeFor();

  /** Completes with the reason when the session is lost; empty when it is closed instead. */
  Mono<Loss> lost();

  /** Acquires a lease that lives as long as this session: the ttl of the claim is ignored. */
  Mono<Lease> acquire(Claim claim);

  /** Ends the session and all its leases. From the subscription on none of them is safe. */
  Mono<Void> close();
}
