package io.tenure.client.transport;

import io.tenure.api.LeaseId;
import io.tenure.wire.Problem;

/** The server's message that a lease, or a session, is over. */
public record LossPush(LeaseId id, Problem why) {}
