package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenStoreTest {

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

    assertTrue(refused.getMessage().contains("redis://"), refused.toString());
    assertTrue(!data.resolve("none").toFile().exists());
  }

  @Test
  void aDirectoryInUseIsRefusedAndStaysWithItsOwner(@TempDir Path data) throws Exception {
    var first =
        Eventually.await(
            OpenStore.open(vertx, wish(data, "redis://127.0.0.1:1", true), System::nanoTime));

    assertThrows(Exception.class, () -> owner(data, "redis://127.0.0.1:1", true));
    Eventually.await(first.close());
    owner(data, "redis://127.0.0.1:1", true);
  }

  private String owner(Path data, String address, boolean alone) throws Exception {
    OpenStore opened =
        Eventually.await(OpenStore.open(vertx, wish(data, address, alone), System::nanoTime));
    Eventually.await(opened.close());
    return opened.owner();
  }

  private static OpenStore.Wish wish(Path data, String address, boolean alone) {
    return new OpenStore.Wish(
        address, data, 8, alone, false, 0, 86_400_000, RedisGround.NEVER, line -> {});
  }
}
