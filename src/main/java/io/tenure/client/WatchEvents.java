package io.tenure.client;

import io.tenure.client.transport.WatchedEvent;
import io.tenure.core.Event;
import io.tenure.wire.Answer;
import io.tenure.wire.Refusal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes of what came over the wire what a watch tells. */
final class WatchEvents {

  private WatchEvents() {}

  /** Null for those that are for the client alone. Throws when the server sends us away. */
  static @Nullable WatchEvent of(WatchedEvent event) {
    Answer says = event.says();
    String cursor = event.cursor();
    return switch (event.name()) {
      case "resync" -> new WatchEvent.Resync(shard(says), cursor);
      case "shown" -> new WatchEvent.Shown(shard(says), Holding.of(says.text("key"), says), cursor);
      case "synchronised" -> new WatchEvent.Synchronised(shard(says), cursor);
      case "goaway" -> throw new Refusal(says.problem());
      default -> happened(event.name(), says, cursor);
    };
  }

  private static @Nullable WatchEvent happened(String name, Answer says, @Nullable String cursor) {
    for (Event.Kind kind : Event.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
        String reason = says.textOrNull("reason");
        return new WatchEvent.Happened(
            kind,
            says.text("key"),
            says.text("holder"),
            says.number("token"),
            (int) says.number("slot", -1),
            reason == null ? "" : reason,
            says.value(),
            shard(says),
            says.number("revision"),
            cursor);
      }
    }
    return null;
  }

  private static int shard(Answer says) {
    return (int) says.number("shard");
  }
}
