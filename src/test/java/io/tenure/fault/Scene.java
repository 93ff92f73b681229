package io.tenure.fault;

import io.vertx.core.Vertx;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** The state that the holders of one run share. Owned by the loop of the load. */
final class Scene {

  final Vertx vertx;
  final LongSupplier clock;
  final SplittableRandom chance;
  final Resource resource = new Resource();
  final History history = new History();
  private long requests;
  private boolean ending;

  Scene(Vertx vertx, LongSupplier clock, SplittableRandom chance) {
    this.vertx = vertx;
    this.clock = clock;
    this.chance = chance;
  }

  /** From now on no holder begins anything new. */
  void end() {
    ending = true;
  }

  boolean ending() {
    return ending;
  }

  long now() {
    return clock.getAsLong();
  }

  /** Both ends included. */
  long between(long least, long most) {
    return chance.nextLong(least, most + 1);
  }

  boolean percent(int share) {
    return chance.nextInt(100) < share;
  }

  String requestId(String holder) {
    return holder + "-" + ++requests;
  }

  void after(long millis, Runnable then) {
    vertx.setTimer(
        Math.max(1, millis),
        due -> {
          if (!ending) {
            then.run();
          }
        });
  }
}
