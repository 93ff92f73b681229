package io.tenure.store;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** The contract, kept by a Redis that {@link #address} leads to. */
abstract class RedisContract extends LeaseStoreContract {

  private static Vertx vertx;
  private RedisStore store;

  abstract String address();

  @BeforeAll
  static void openVertx() {
    vertx =
        Vertx.builder()
            .with(new io.vertx.core.VertxOptions().setPreferNativeTransport(true))
            .build();
  }

  @AfterAll
  static void closeVertx() {
    Answered.of(vertx.close());
  }

  @BeforeEach
  void open() {
    var options = RedisStore.Options.of(RedisAddress.parse(address()));
    store = new RedisStore(vertx, options, clock, Witness.none());
  }

  @AfterEach
  void close() {
    Answered.of(store.close());
  }

  @Override
  LeaseStore store() {
    return store;
  }

  @Override
  Vertx vertx() {
    return vertx;
  }
}
