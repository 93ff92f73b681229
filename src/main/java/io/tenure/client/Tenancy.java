package io.tenure.client;

import io.tenure.core.Handle;

/** Which tenure it is: of a lease on a key, or of a session, which has none. */
record Tenancy(Handle handle, boolean session, String key, String holder, long token) {

  static Tenancy of(Grant grant) {
    return new Tenancy(parsed(grant.leaseId()), false, grant.key(), grant.holder(), grant.token());
  }

  static Tenancy of(SessionGrant grant) {
    return new Tenancy(parsed(grant.sessionId()), true, "", grant.holder(), 0);
  }

  private static Handle parsed(String id) {
    Handle handle = Handle.parse(id);
    if (handle == null) {
      throw new UnreachableException("the server names its leases in a way not known here", null);
    }
    return handle;
  }
}
