package io.tenure.client.transport;

import io.tenure.api.LeaseId;
import io.tenure.wire.Problem;

/** The server's message that a lease is over. The server sends none about a session. */
public record LossPush(LeaseId id, Problem why) {}
