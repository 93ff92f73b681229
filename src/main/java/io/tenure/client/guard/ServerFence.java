package io.tenure.client.guard;

import io.tenure.client.TenureClient;
import io.tenure.client.calls.LeaseCalls;
import io.tenure.client.error.FencedException;
import reactor.core.publisher.Mono;

/**
 * A fence on the lease server, for resources that can store no mark themselves. Its mark outlives
 * every process. But check and write are two steps: a write that was checked just before a newer
 * token may still happen just after it. Where that matters let the resource compare tokens.
 */
public final class ServerFence {

  private final LeaseCalls calls;
  private final String name;

  private ServerFence(LeaseCalls calls, String name) {
    this.calls = calls;
    this.name = name;
  }

  public static ServerFence of(TenureClient client, String name) {
    return new ServerFence(client.calls(), name);
  }

  /** Completes when the token is accepted; fails with {@link FencedException} when it is not. */
  public Mono<Void> check(long token) {
    return calls.raiseFence(name, token).then();
  }

  /** The largest token that the fence has seen, 0 for none. */
  public Mono<Long> mark() {
    return calls.readFence(name);
  }
}
