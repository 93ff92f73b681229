package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.wire.JsonObjectWriter;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the list of the leases under sessions, and the cost of requesting it. */
class SessionListTest {

  private final Shards shards = new Shards();

  @AfterEach
  void close() {
    shards.close();
  }

  @Test
  void whatASessionKeepsIsTold() {
    shards.keep("ann", "a", 3);
    JsonObject told = page().getJsonArray("sessions").getJsonObject(0);

    assertEquals("ann", told.getString("holder"));
    assertEquals(3, told.getJsonArray("keys").size());
    assertEquals(false, told.getBoolean("more"));
  }

  @Test
  void aSessionThatKeepsMuchIsAskedForNoMoreThanIsShown() {
    shards.keep("ann", "a", 40 * Shards.COUNT);
    long before = shards.looks();
    JsonObject told = page().getJsonArray("sessions").getJsonObject(0);

    assertEquals(SessionList.KEYS, told.getJsonArray("keys").size());
    assertEquals(true, told.getBoolean("more"));
    assertTrue(shards.looks() - before <= Shards.COUNT + 1, shards.looks() - before + " questions");
  }

  private JsonObject page() {
    return new JsonObject(
        JsonObjectWriter.text(Shards.get(shards.on(() -> SessionList.of(shards.admitted, 0, 0)))));
  }
}
