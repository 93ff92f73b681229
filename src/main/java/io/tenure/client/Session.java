package io.tenure.client;

import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One heartbeat that keeps many leases: they live as long as it does, and end together. Kept alive
 * until it is closed or lost. May be used by any thread.
 */
public interface Session {

  String holder();

  /** A credential: whoever has it may keep it alive, close it, and take leases under it. */
  String sessionId();

  LeaseState state();

  /** The present state, then every other, until one of those that are for ever. */
  Flux<LeaseState> states();

  /** Whether its leases are safe, as far as it matters to them. */
  boolean isSafe();

  /** For how long still, if no other heartbeat is answered. */
  Duration safeFor();

  /** Completes when it is lost, with why; empty when it is closed instead. */
  Mono<Loss> lost();

  /** A lease that lives as long as this session: the ttl of the claim is passed over. */
  Mono<Lease> acquire(Claim claim);

  /** Ends it and all its leases. From the subscription on none of them is safe. */
  Mono<Void> close();
}
