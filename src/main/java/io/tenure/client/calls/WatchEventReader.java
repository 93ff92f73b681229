package io.tenure.client.calls;

import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.client.transport.RawWatchEvent;
import io.tenure.wire.ProblemException;
import io.tenure.wire.ServerMessage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a watch from the messages of a server.
 *
 * @hidden for this module
 */
@SuppressWarnings("exports")
public final class WatchEventReader {

  private WatchEventReader() {}

  /**
   * Null for events that concern the client alone. Throws when the server dismisses the watcher.
   */
  static @Nullable public WatchEvent of(RawWatchEvent event) {
    ServerMessage says = event.says();
    String cursor = event.cursor();
    return switch (event.name()) {
      case "resync" -> new WatchEvent.Resync(shard(says), cursor);
      case "shown" ->
          new WatchEvent.Shown(shard(says), HolderInfo.of(says.text("key"), says), cursor);
      case "synchronised" -> new WatchEvent.Synchronised(shard(says), cursor);
      case "goaway" -> throw new ProblemException(says.problem());
      default -> happened(event.name(), says, cursor);
    };
  }

  private static @Nullable WatchEvent happened(
      String name, ServerMessage says, @Nullable String cursor) {
    for (LeaseEvent.Kind kind : LeaseEvent.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
        String reason = says.textOrNull("reason");
        return new WatchEvent.Happened(
            kind,
            new Holding(
                Key.of(says.text("key")),
                says.text("holder"),
                says.number("token"),
                (int) says.number("slot", -1)),
            reason == null ? "" : reason,
            says.value(),
            shard(says),
            says.number("revision"),
            cursor);
      }
    }
    return null;
  }

  private static int shard(ServerMessage says) {
    return (int) says.number("shard");
  }
}
