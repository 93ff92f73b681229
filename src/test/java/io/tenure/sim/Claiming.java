package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.shard.Ownership;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** How a server comes to own a shard: it claims it, loads what is kept, or tries again later. */
final class Claiming {

  /** Between two claims, so that epochs grow slower than seconds. */
  private static final long EVERY_NANOS = Schedule.SECOND + Schedule.SECOND / 10;

  private final Simulation simulation;
  private final SimServer server;
  private final int shard;
  private final LeaseStore store;
  private Ownership ownership;
  private boolean underWay;
  private long againNanos;
  private int claimedAtMicros;

  Claiming(Simulation simulation, SimServer server, int shard) {
    this.simulation = simulation;
    this.server = server;
    this.shard = shard;
    store = simulation.store.reachedBy(server);
    ownership = newOwnership();
    againNanos = server.nanos() + simulation.chance.between(0, 50 * Schedule.MILLI);
  }

  private Ownership newOwnership() {
    return new Ownership(
        store, shard, server.name, simulation.scenario.ownershipMillis(), server::nanos);
  }

  /** Claims when it is time to; {@code opening} is handed what the store kept. */
  void tick(Consumer<List<Change>> opening) {
    if (!underWay && server.nanos() - againNanos >= 0) {
      claim(opening);
    }
  }

  private void claim(Consumer<List<Change>> opening) {
    underWay = true;
    againNanos = server.nanos() + EVERY_NANOS;
    long pauseNanos = simulation.scenario.ownershipMillis() * Schedule.MILLI / 4;
    ownership = newOwnership();
    List<Change> kept = new ArrayList<>();
    ownership
        .claim(secondOfClaim())
        .compose(claim -> store.load(shard, claim.epoch(), kept::add))
        .onComplete(
            loaded -> {
              underWay = false;
              if (loaded.succeeded() && ownership.holds()) {
                opening.accept(kept);
              } else {
                againNanos = server.nanos() + Math.max(EVERY_NANOS, pauseNanos);
              }
            });
  }

  void extend() {
    ownership.tick();
  }

  boolean holds() {
    return ownership.holds();
  }

  LeaseStore store() {
    return store;
  }

  long epoch() {
    return ownership.epoch();
  }

  /** The next epoch of a shard that is owned already. */
  Future<Long> nextEpoch() {
    return ownership.claim(secondOfClaim()).map(LeaseStore.Claim::epoch);
  }

  /** Where in its second the latest claim was made. */
  int claimedAtMicros() {
    return claimedAtMicros;
  }

  private long secondOfClaim() {
    claimedAtMicros = (int) (simulation.schedule.now() % Schedule.SECOND / 1_000);
    return simulation.store.wallSeconds();
  }

  void giveUp() {
    ownership.giveUp();
  }

  /** The shard was lost: others first. */
  void pause() {
    againNanos = Math.max(againNanos, server.nanos() + Schedule.SECOND / 10);
  }
}
