package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.util.List;

/** The tokens of the tenures that an operator ended; not {@code atOnce}: after their grace. */
public record BreakResult(List<Long> tokens, boolean atOnce) {

  static BreakResult of(ServerMessage message) {
    return new BreakResult(message.numbers("tokens"), message.flag("atOnce"));
  }
}
