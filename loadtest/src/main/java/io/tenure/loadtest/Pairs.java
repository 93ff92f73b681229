package io.tenure.loadtest;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;

/** Acquires and releases keys in turn, while other leases stay. */
final class Pairs {

  private static final long TTL_MILLIS = 3_600_000;
  private static final long STEP_NANOS = 1_000;
  private static final int KEYS = 1 << 16;

  private final Stand stand;
  private final Request.Acquire[] requests = new Request.Acquire[KEYS];
  private final int others;
  private long pairs;

  Pairs(int others) {
    this.others = others;
    stand = new Stand(others);
    for (int i = 0; i < others; i++) {
      stand.acquire(stand.asking(i, TTL_MILLIS).build());
    }
    for (int i = 0; i < KEYS; i++) {
      requests[i] = stand.asking(others + i, TTL_MILLIS).build();
    }
  }

  void run(int count) {
    for (int i = 0; i < count; i++) {
      one();
    }
  }

  Reply one() {
    stand.now += STEP_NANOS;
    LeaseId lease = stand.acquire(requests[(int) pairs++ & KEYS - 1]);
    return stand.ask(new Request.Release(lease));
  }

  void check() {
    boolean done =
        stand.begun == others + pairs
            && stand.released == pairs
            && stand.expired + stand.strays == 0
            && stand.table.stats().leases() == others;
    if (!done) {
      throw new IllegalStateException(
          pairs + " pairs, but " + stand.begun + " begun and " + stand.released + " released");
    }
  }
}
