package io.tenure.client.transport;

import io.tenure.api.LeaseId;

/** A lease, or a session, that is to be renewed. */
public record RenewalTarget(LeaseId id, boolean session) {}
