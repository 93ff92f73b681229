package io.tenure.client.transport;

import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/**
 * One event of a watch: its name, its content, and the cursor behind it, if the server sent one.
 */
public record RawWatchEvent(String name, ServerMessage says, @Nullable String cursor) {}
