package io.tenure.client.hold;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What was taken before the present connection, or at the same time, and has not been introduced to
 * it: it does not tell of their losses. Owned by the {@link Keeper}'s thread.
 */
final class UnregisteredLeases {

  private final Runnable soon;
  private final List<HeldTenure> all = new ArrayList<>();
  private @Nullable Long connectedAt;

  /** {@code soon}: leads to {@link #introduce}, once those have come who come together. */
  UnregisteredLeases(Runnable soon) {
    this.soon = soon;
  }

  /** Another connection, to which nobody is known. */
  void connected(long now, Iterable<HeldTenure> held) {
    connectedAt = now;
    held.forEach(this::add);
  }

  /** It was asked for over who knows which connection. */
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
