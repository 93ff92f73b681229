package io.tenure.server;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.server.config.StoreOptions;
import io.tenure.store.LeaseStore;
import io.tenure.store.embedded.Eventually;
import io.tenure.store.embedded.RedisGround;
import io.tenure.store.redis.Answered;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenedStoreTest {

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    Eventually.await(vertx.close());
  }

  @Test
  void whereOthersMayOwnShardsTheNameIsOfOneProcessOnly(@TempDir Path data) throws Exception {
    assertNotEquals(
        owner(data, "redis://127.0.0.1:1", false), owner(data, "redis://127.0.0.1:1", false));
  }

  @Test
  void whoeverIsAloneKeepsItsNameAsLongAsItsDataDirectory(@TempDir Path data) throws Exception {
    assertEquals(
        owner(data, "redis://127.0.0.1:1", true), owner(data, "redis://127.0.0.1:1", true));
  }

  @Test
  void anAddressThatCannotBeReadIsRefusedBeforeAnythingIsTouched(@TempDir Path data) {
    var refused =
        assertThrows(Exception.class, () -> owner(data.resolve("none"), "http://here", false));

    assertTrue(refused.toString().contains("redis://"), refused.toString());
    assertTrue(!data.resolve("none").toFile().exists());
  }

  @Test
  void aDirectoryInUseIsRefusedAndStaysWithItsOwner(@TempDir Path data) throws Exception {
    var first =
        Eventually.await(
            OpenedStore.open(vertx, wish(data, "redis://127.0.0.1:1", true), System::nanoTime));

    assertThrows(Exception.class, () -> owner(data, "redis://127.0.0.1:1", true));
    Eventually.await(first.close());
    owner(data, "redis://127.0.0.1:1", true);
  }

  @Test
  void aRedisOfTheServersOwnIsInNoDoubtWhenItWasStoppedAndStarted(@TempDir Path data)
      throws Exception {
    var first = Eventually.await(OpenedStore.open(vertx, ownRedis(data), System::nanoTime));
    long epoch = claim(first).epoch();
    Eventually.await(first.store().append(0, epoch, 1, List.of(begin(0, 1))));
    Eventually.await(first.store().leave(0, first.owner(), epoch));
    Eventually.await(first.close());

    var next = Eventually.await(OpenedStore.open(vertx, ownRedis(data), System::nanoTime));
    assertEquals("", claim(next).doubt());
    Eventually.await(next.close());
  }

  @Test
  void aRedisOfTheServersOwnMayHaveAPathLikeALogin(@TempDir Path data) throws Exception {
    Path odd = data.resolve("with blank/user:password=x@y%20");

    var opened = Eventually.await(OpenedStore.open(vertx, ownRedis(odd), System::nanoTime));

    claim(opened);
    Eventually.await(opened.close());
  }

  @Test
  void aRedisIsKnownByItsNameAndVersionOnceItWasReached(@TempDir Path data) throws Exception {
    var opened = Eventually.await(OpenedStore.open(vertx, ownRedis(data), System::nanoTime));
    Eventually.await(opened.reach());

    assertTrue(opened.product().matches("(Redis|Valkey) \\d+\\.\\d+.*"), opened.product());
    Eventually.await(opened.close());
  }

  private static OpenedStore.Wish ownRedis(Path data) {
    return wish(data, OpenedStore.EMBEDDED, true);
  }

  private static LeaseStore.Claim claim(OpenedStore by) {
    return Answered.atLast(() -> by.store().claim(0, by.owner(), LeaseStore.FOR_EVER, false));
  }

  private String owner(Path data, String address, boolean alone) throws Exception {
    OpenedStore opened =
        Eventually.await(OpenedStore.open(vertx, wish(data, address, alone), System::nanoTime));
    Eventually.await(opened.close());
    return opened.owner();
  }

  private static OpenedStore.Wish wish(Path data, String address, boolean alone) {
    StoreOptions store = new StoreOptions(address, data, false, 0);
    return new OpenedStore.Wish(store, 8, alone, 86_400_000, RedisGround.NEVER, line -> {});
  }
}
