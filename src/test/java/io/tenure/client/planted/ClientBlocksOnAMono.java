package io.tenure.client.planted;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

public final class ClientBlocksOnAMono {
  public @Nullable Object now(Mono<?> later) {
    return later.block();
  }
}
