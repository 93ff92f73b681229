package io.tenure.door;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** Writes the blocks of Server-Sent Events. */
public final class ServerSentEventBlocks {

  /** The time after which browsers connect again. */
  public static final int RETRY_MILLIS = 1_000;

  /** The name of an event for browsers that listen to no other; it is not spelled. */
  public static final String MESSAGE = "message";

  private static final int HEAD_BYTES = 64;

  private ServerSentEventBlocks() {}

  /** Returns the first line of a stream: after which time browsers connect again. */
  public static Buffer retry() {
    return Buffer.buffer("retry: " + RETRY_MILLIS + "\n");
  }

  /** Returns an event. {@code data} is one line; {@code id} is null for an event without one. */
  public static Buffer event(String name, byte[] data, @Nullable String id) {
    Buffer block = Buffer.buffer(data.length + HEAD_BYTES);
    if (id != null) {
      block.appendString("id: ").appendString(id).appendString("\n");
    }
    if (!name.equals(MESSAGE)) {
      block.appendString("event: ").appendString(name).appendString("\n");
    }
    return block.appendString("data: ").appendBytes(data).appendString("\n\n");
  }

  /** Returns a block that sets the id of the last event, and is no event. */
  public static Buffer id(String id) {
    return Buffer.buffer("id: " + id + "\n\n");
  }

  /** Returns a block that shows that the server is there, and is no event. */
  public static Buffer signOfLife() {
    return Buffer.buffer(":\n\n");
  }
}
