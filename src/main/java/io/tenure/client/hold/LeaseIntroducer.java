package io.tenure.client.hold;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Held leases that the present connection does not know yet. They were acquired before it or at the
 * same time, and the server does not report their losses over it until they are introduced. Owned
 * by the {@link Keeper}'s thread.
 */
final class LeaseIntroducer {

  private final Runnable soon;
  private final List<HeldTenure> all = new ArrayList<>();
  private @Nullable Long connectedAt;

  /**
   * {@code soon}: leads to {@link #introduce}, after a short wait for leases that come together.
   */
  LeaseIntroducer(Runnable soon) {
    this.soon = soon;
  }

  /** Records another connection, which knows no lease. */
  void connected(long now, Iterable<HeldTenure> held) {
    connectedAt = now;
    held.forEach(this::add);
  }

  /** Records a lease that may have been acquired over another connection. */
  void taken(HeldTenure one) {
    if (connectedAt != null && one.rhythm.heardSent() - connectedAt <= 0) {
      add(one);
    }
  }

  /** A session has no key that is lost: its end is that of its leases. */
  private void add(HeldTenure one) {
    if (one.id.session()) {
      return;
    }
    if (all.isEmpty()) {
      soon.run();
    }
    all.add(one);
  }

  void introduce(long now, Consumer<List<HeldTenure>> way) {
    all.forEach(one -> one.judge(now));
    all.removeIf(HeldTenure::isOver);
    way.accept(all);
    all.clear();
  }
}
