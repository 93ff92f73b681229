package io.tenure.fault;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All operations about one key: its leases, and the requests that were refused because of a holder.
 */
final class KeyHistory {

  final String key;
  private final Map<Long, LeaseHistory> leases = new HashMap<>();
  final List<Operation> refused = new ArrayList<>();

  KeyHistory(String key) {
    this.key = key;
  }

  /** Adds operations in the order in which they were done. */
  void add(Operation operation) {
    if (operation.leaseToken() != 0) {
      leases
          .computeIfAbsent(operation.leaseToken(), token -> new LeaseHistory(key, token))
          .operations
          .add(operation);
    } else if (operation.told() instanceof Told.Held held && held.token() != 0) {
      refused.add(operation);
    }
  }

  Collection<LeaseHistory> leases() {
    return leases.values();
  }

  LeaseHistory lease(long token) {
    return leases.getOrDefault(token, new LeaseHistory(key, token));
  }
}
