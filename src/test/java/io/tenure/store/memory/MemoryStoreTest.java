package io.tenure.store.memory;

import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStoreContract;
import io.tenure.store.redis.Answered;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MemoryStoreTest extends LeaseStoreContract {

  private static Vertx vertx;
  private final MemoryStore store = new MemoryStore(clock);

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() {
    Answered.of(vertx.close());
  }

  @Override
  public LeaseStore store() {
    return store;
  }

  @Override
  public Vertx vertx() {
    return vertx;
  }
}
