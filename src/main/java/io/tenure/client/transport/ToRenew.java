package io.tenure.client.transport;

import io.tenure.core.Handle;

/** A lease, or a session, that is to be renewed. */
public record ToRenew(Handle handle, boolean session) {}
