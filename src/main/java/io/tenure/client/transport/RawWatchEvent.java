package io.tenure.client.transport;

import io.tenure.wire.ServerMessage;
import org.jspecify.annotations.Nullable;

/**
 * One event of a watch: what it is called, what it says, and the cursor behind it, if the server
 * said one.
 */
public record RawWatchEvent(String name, ServerMessage says, @Nullable String cursor) {}
