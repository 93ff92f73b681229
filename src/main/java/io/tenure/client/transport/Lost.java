package io.tenure.client.transport;

import io.tenure.core.Handle;
import io.tenure.wire.Problem;

/** The server says that a lease, or a session, is over. */
public record Lost(Handle handle, Problem why) {}
