package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks waiting for a key over HTTP by a long poll. */
final class WaitingTest {

  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor();
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  @Test
  void whoWaitsIsGivenTheKeyWhenItFrees() throws Exception {
    String held = door.acquire("a").text("leaseId");
    CompletableFuture<Told> first = door.later("POST", "/v1/leases", waiting("a", "bert", "10s"));
    until(1);
    CompletableFuture<Told> second = door.later("POST", "/v1/leases", waiting("a", "carl", "10s"));
    until(2);
    door.delete("/v1/leases/" + held);
    Told granted = first.get(10, TimeUnit.SECONDS);

    assertEquals(201, granted.status());
    assertEquals("bert", granted.text("holder"));
    assertFalse(second.isDone());
    door.delete("/v1/leases/" + granted.text("leaseId"));
    assertEquals("carl", second.get(10, TimeUnit.SECONDS).text("holder"));
  }

  @Test
  void aWaitThatIsOverIsAnsweredWithTheHolder() throws Exception {
    door.acquire("a");
    Told refused = door.post("/v1/leases", waiting("a", "bert", "100ms"));

    assertEquals(409, refused.status());
    assertEquals("HELD", refused.code());
    assertEquals("anna", refused.text("holder"));
  }

  @Test
  void aClosedConnectionLeavesTheQueue() throws Exception {
    String held = door.acquire("a").text("leaseId");
    try (Socket socket = door.socket()) {
      send(socket, waiting("a", "gone", "1h"));
      until(1);
    }
    until(0);
    CompletableFuture<Told> next = door.later("POST", "/v1/leases", waiting("a", "bert", "10s"));
    until(1);
    door.delete("/v1/leases/" + held);

    assertEquals("bert", next.get(10, TimeUnit.SECONDS).text("holder"));
  }

  @Test
  void theSameRequestTakesOverItsPlaceInTheQueue() throws Exception {
    String held = door.acquire("a").text("leaseId");
    String wish = "{\"key\":\"a\",\"ttl\":30,\"holder\":\"bert\",\"wait\":10,\"requestId\":\"w1\"}";
    CompletableFuture<Told> first = door.later("POST", "/v1/leases", wish);
    until(1);
    CompletableFuture<Told> again = door.later("POST", "/v1/leases", wish);
    Told told = first.get(10, TimeUnit.SECONDS);

    assertEquals(409, told.status());
    assertEquals("REPEATED", told.code());
    door.delete("/v1/leases/" + held);
    assertEquals(201, again.get(10, TimeUnit.SECONDS).status());
  }

  @Test
  void aLeaseThatNobodyIsThereToHearOfIsLetGo() throws Exception {
    door.store.shut();
    try (Socket socket = door.socket()) {
      send(socket, "{\"key\":\"orphan\",\"ttl\":\"1h\",\"holder\":\"gone\"}");
      OpenDoor.until(() -> door.store.waiting() > 0);
      socket.shutdownOutput();
      assertEquals(-1, socket.getInputStream().read(), "the door has noticed");
    }
    CompletableFuture<Told> next =
        door.later("POST", "/v1/leases", waiting("orphan", "bert", "10s"));
    door.store.open();

    assertEquals("bert", next.get(10, TimeUnit.SECONDS).text("holder"));
  }

  @Test
  void whenTheDoorClosesWhoWaitsIsSentOn() throws Exception {
    door.acquire("a");
    CompletableFuture<Told> waits = door.later("POST", "/v1/leases", waiting("a", "bert", "1h"));
    until(1);
    OpenDoor.get(door.door.close());
    Told told = waits.get(10, TimeUnit.SECONDS);

    assertEquals(503, told.status());
    assertEquals("UNAVAILABLE", told.code());
    assertTrue(told.http().headers().firstValue("retry-after").isPresent());
  }

  private void until(int waiters) {
    OpenDoor.until(() -> look("a").number("waiters") == waiters);
  }

  private Told look(String key) {
    try {
      return door.get("/v1/keys/" + key);
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private static void send(Socket socket, String body) throws Exception {
    String request =
        "POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String waiting(String key, String holder, String wait) {
    return "{\"key\":\""
        + key
        + "\",\"ttl\":\"30s\",\"holder\":\""
        + holder
        + "\",\"wait\":\""
        + wait
        + "\"}";
  }
}
