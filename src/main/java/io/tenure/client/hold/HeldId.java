package io.tenure.client.hold;

import io.tenure.api.LeaseId;
import io.tenure.client.calls.Grant;
import io.tenure.client.calls.SessionGrant;
import io.tenure.client.error.UnreachableException;

/** The identity of one tenure: of a lease on a key, or of a session, which has no key. */
public record HeldId(LeaseId id, boolean session, String key, String holder, long token) {

  static HeldId of(Grant grant) {
    return new HeldId(parsed(grant.leaseId()), false, grant.key(), grant.holder(), grant.token());
  }

  static HeldId of(SessionGrant grant) {
    return new HeldId(parsed(grant.sessionId()), true, "", grant.holder(), 0);
  }

  private static LeaseId parsed(String id) {
    LeaseId parsed = LeaseId.parse(id);
    if (parsed == null) {
      throw new UnreachableException(
          "the server sent a leaseId that this client cannot read; use a later client", null);
    }
    return parsed;
  }
}
