package io.tenure.loadtest;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.LeaseTable;

/** Renews many leases in random order, again and again, while their clock moves on. */
final class Renewals {

  /** So long that nothing expires while the benchmark runs. */
  private static final long TTL_MILLIS = 3_600_000;

  /** Ten million renewals a second, as a busy shard sees them. */
  private static final long STEP_NANOS = 100;

  /** With more leases than this only every n-th is inspected. */
  private static final int INSPECTED_MAX = 1_000_000;

  final Stand stand;
  private final LeaseTable table;
  private final Handles handles;
  private final long[] packed;
  private final long start;
  private int at;
  private long now;
  private long renewals;
  private long acknowledgedMillis;

  Renewals(int leases) {
    stand = new Stand(leases);
    table = stand.table;
    handles = new Handles(leases);
    for (int i = 0; i < leases; i++) {
      handles.add(stand.acquire(stand.asking(i, TTL_MILLIS).build()));
    }
    handles.shuffle(leases);
    packed = handles.packed();
    start = stand.now;
    now = start;
    // A first renewal finds that its grant has become durable; the usual one is not the first.
    run(leases);
  }

  Handles handles() {
    return handles;
  }

  void run(int count) {
    for (int i = 0; i < count; i++) {
      one();
    }
  }

  long one() {
    int from = at;
    long where = packed[from];
    now += STEP_NANOS;
    long validMillis =
        table.renew(now, (int) where, (int) (where >>> 32), packed[from + 1], packed[from + 2]);
    acknowledgedMillis += validMillis;
    renewals++;
    int next = from + Handles.LONGS;
    at = next == packed.length ? 0 : next;
    return validMillis;
  }

  /** Every renewal was acknowledged, and every deadline has the value of its last renewal. */
  void check() {
    if (acknowledgedMillis != renewals * TTL_MILLIS) {
      throw new IllegalStateException(
          renewals + " renewals, but " + acknowledgedMillis / TTL_MILLIS + " acknowledged");
    }
    int stride = (handles.count() - 1) / INSPECTED_MAX + 1;
    stand.now = now;
    for (int i = 0; i < handles.count(); i += stride) {
      long passes = (renewals - 1 - i) / handles.count();
      long renewedAt = start + (passes * handles.count() + i + 1) * STEP_NANOS;
      long expected = (renewedAt + TTL_MILLIS * 1_000_000 - now) / 1_000_000;
      long remaining = remainingMillis(handles.get(i));
      if (remaining != expected) {
        throw new IllegalStateException(
            "lease " + i + " has " + remaining + " ms left, its renewal gave it " + expected);
      }
    }
    if (stand.expired + stand.released + stand.strays != 0) {
      throw new IllegalStateException("something else happened than renewals");
    }
  }

  private long remainingMillis(LeaseId lease) {
    if (stand.ask(new Request.Inspect(lease)) instanceof Reply.LeaseState state) {
      return state.lease().remainingMillis();
    }
    return Long.MIN_VALUE;
  }
}
