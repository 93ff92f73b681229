package io.tenure.client.planted;

import reactor.core.publisher.Mono;

public final class ClientBlocksOnAMono {
  public Object now(Mono<?> later) {
    return later.block();
  }
}
