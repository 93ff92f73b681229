package io.tenure.core;

import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tenure.api.AcquireBuilder;
import io.tenure.api.LeaseId;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class FastPathTest {

  private static final int RENEWALS = 1_000_000;

  /** The total number of bytes that the measurement itself may allocate. */
  private static final long BYTES_TOLERATED = 512;

  private final Table table = new Table();

  @Test
  void aMillionRenewalsAllocateNothing() {
    LeaseId[] held = new LeaseId[1_000];
    for (int i = 0; i < held.length; i++) {
      held[i] = table.own("jobs/" + i, "ann", 60_000).lease();
    }
    table.settle();
    assertEquals(RENEWALS, renewed(held), "to warm up");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    threads.getThreadAllocatedBytes(thread);

    long before = threads.getThreadAllocatedBytes(thread);
    int renewed = renewed(held);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    assertEquals(RENEWALS, renewed, "every one of them was renewed");
    assertTrue(allocated <= BYTES_TOLERATED, allocated + " bytes");
  }

  private int renewed(LeaseId[] held) {
    int renewed = 0;
    for (int i = 0; i < RENEWALS; i++) {
      LeaseId lease = held[i % held.length];
      table.now += 1_000;
      if (table.renewFast(lease) == 60_000) {
        renewed++;
      }
    }
    return renewed;
  }

  @Test
  void renewalsOfLeasesWithTermsOfTheirOwnAllocateNothingEither() {
    LeaseId[] held = new LeaseId[1_000];
    for (int i = 0; i < held.length; i++) {
      AcquireBuilder wish = lease("jobs/" + i, "ann", 60_000);
      boolean hard = i % 2 == 0;
      held[i] = table.own(hard ? wish.hardTtl(90_000) : wish.maxLifetime(90_000_000)).lease();
    }
    table.settle();
    assertEquals(RENEWALS, renewed(held), "to warm up");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    threads.getThreadAllocatedBytes(thread);

    long before = threads.getThreadAllocatedBytes(thread);
    assertEquals(RENEWALS, renewed(held));
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    assertTrue(allocated <= BYTES_TOLERATED, allocated + " bytes");
  }

  @Test
  void aMillionKeepAlivesAllocateNothing() {
    LeaseId session = table.session("ann", 60_000);
    table.settle();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    assertEquals(RENEWALS, keptAlive(session), "to warm up");
    threads.getThreadAllocatedBytes(thread);

    long before = threads.getThreadAllocatedBytes(thread);
    int kept = keptAlive(session);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;

    assertEquals(RENEWALS, kept, "every one of them was kept alive");
    assertTrue(allocated <= BYTES_TOLERATED, allocated + " bytes");
  }

  private int keptAlive(LeaseId session) {
    int kept = 0;
    for (int i = 0; i < RENEWALS; i++) {
      table.now += 1_000;
      if (table.keepAliveFast(session) == 60_000) {
        kept++;
      }
    }
    return kept;
  }
}
