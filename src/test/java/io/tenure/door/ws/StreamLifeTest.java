package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.http.Told;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks how a stream opens, stays within its limits, and ends. */
final class StreamLifeTest {

  @SuppressWarnings("NullAway.Init") // Each test opens its own.
  private OpenDoor door;

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  @Test
  void theSubprotocolIsTheFirstThatThereIs() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);
    String offer = "Sec-WebSocket-Protocol: ";

    assertFalse(chosen().toLowerCase(Locale.ROOT).contains("sec-websocket-protocol"));
    assertTrue(chosen(offer + "tenure.v1.json").contains("tenure.v1.json"));
    assertTrue(chosen(offer + "tenure.v9, tenure.v1.bin, x").contains("tenure.v1.bin"));
    assertFalse(
        chosen("Sec-WebSocket-Extensions: permessage-deflate").contains("permessage-deflate"));
    try (Talker unknown = new Talker(door, offer + "mqtt")) {
      assertEquals(400, unknown.status());
      assertTrue(unknown.head.contains("application/problem+json"), unknown.head);
    }
  }

  @Test
  void whatIsNoWebSocketOrComesFromAPageElsewhereIsRefused() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);

    Told plain = door.get("/v1/stream");
    assertEquals(400, plain.status());
    assertEquals("Upgrade", plain.text("field"));
    assertEquals(405, door.post("/v1/stream", "{}").status());
    try (Talker foreign = new Talker(door, "Origin: https://evil.example");
        Talker nobody = new Talker(door, "Origin: null");
        Talker own = new Talker(door, "Origin: http://localhost")) {
      assertEquals(403, foreign.status());
      assertEquals(403, nobody.status());
      assertEquals(101, own.status());
    }
  }

  @Test
  void aFrameOrAMessageThatIsTooLargeEndsTheStream() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withBytes(1_024, 65_536));

    try (Talker frame = new Talker(door);
        Talker message = new Talker(door)) {
      frame.text(" ".repeat(1_025));
      assertEquals(1009, frame.closed());
      message.write(Talker.TEXT, new byte[1_000]);
      message.write(Talker.CONTINUATION, new byte[1_000]);
      assertEquals(1009, message.closed());
    }
  }

  @Test
  void whatBreaksTheProtocolEndsTheStream() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);

    try (Talker binaryForJson = new Talker(door);
        Talker strayed = new Talker(door);
        Talker reserved = new Talker(door);
        Talker flood = new Talker(door)) {
      binaryForJson.write(0x82, new byte[8]);
      assertEquals(1003, binaryForJson.closed());
      strayed.write(0x80, new byte[1]);
      assertEquals(1002, strayed.closed());
      reserved.write(0xc1, new byte[1]);
      assertEquals(1002, reserved.closed());
      for (int at = 0; at < 1_000; at++) {
        try {
          flood.write(0x89, new byte[0]);
        } catch (IOException closed) {
          break;
        }
      }
      int code = flood.closed();
      assertTrue(code == 1008 || code == 0, "closed with " + code);
    }
  }

  @Test
  void aStreamBeginsWithTheHeartbeatOfTheServer() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withTimes(60_000, 2_000));
    try (Talker talker = new Talker(door)) {
      assertEquals("opened", talker.opened.get("push"));
      assertTrue(
          talker.opened.get("heartbeatMs") instanceof Number told && told.longValue() == 60_000,
          talker.opened.toString());
    }
  }

  @Test
  void whoAnswersPingsStaysAndWhoDoesNotIsCutAndLeavesItsQueues() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withTimes(50, 2_000));
    door.acquire("idle/a");
    try (Talker dead = new Talker(door).neverPongs()) {
      dead.send(
          "\"op\":\"acquire\",\"key\":\"idle/a\",\"ttl\":30,\"holder\":\"b\",\"wait\":\"1m\"");
      OpenDoor.until(() -> waiters() == 1);

      assertEquals(0, dead.closed());
      OpenDoor.until(() -> waiters() == 0);
    }
    try (Talker lives = new Talker(door)) {
      for (int pings = 0; pings < 5; ) {
        pings += lives.read().opcode() == Talker.PING ? 1 : 0;
      }
      assertEquals(200, lives.ask("\"op\":\"look\",\"key\":\"a\"").status());
    }
  }

  @Test
  void whoDoesNotReadWhatIsPushedIsToldAndCut() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withBytes(65_536, 4_096));
    String value = "v".repeat(4_000);
    try (Talker slow = new Talker(door).neverPongs();
        Talker well = new Talker(door)) {
      slow.ask("\"op\":\"watch\",\"prefix\":\"slow/\"");
      String id = well.acquire("slow/a").text("leaseId");
      String change = "\"op\":\"value\",\"value\":\"" + value + "\",\"leaseId\":\"" + id + "\"";
      for (int at = 0; at < 2_500; at++) {
        assertEquals(200, well.ask(change).status());
      }

      slow.closed();
      assertTrue(slow.hasUnread("event"));
      assertEquals(200, well.ask("\"op\":\"look\",\"key\":\"slow/a\"").status());
    }
  }

  @Test
  void whoDoesNotReadItsAnswersIsNotReadFurther() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withBytes(65_536, 16_384).withTimes(500, 1_000));
    try (Talker slow = new Talker(door).neverPongs()) {
      slow.socket.setSoTimeout(30_000);
      int sent = 0;
      try {
        while (sent < 5_000_000) {
          slow.send("\"op\":\"look\",\"key\":\"a\"");
          sent++;
        }
      } catch (IOException cut) {
        // The test expects this: the server stops reading, and ends the stream after a while.
      }
      assertTrue(sent < 5_000_000, "it was read without end");
    }
  }

  @Test
  void connectionsThatHaveGoneMakeRoomForOthers() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT, 8);
    for (int round = 0; round < 10; round++) {
      List<Talker> talkers = new ArrayList<>();
      for (int at = 0; at < 2; at++) {
        talkers.add(new Talker(door));
      }
      for (Talker talker : talkers) {
        assertEquals(200, talker.ask("\"op\":\"look\",\"key\":\"a\"").status(), "round " + round);
        talker.write(0x88, new byte[] {3, (byte) 0xe8});
        assertEquals(1000, talker.closed());
        talker.close();
      }
    }
  }

  private String chosen(String... headers) throws Exception {
    try (Talker talker = new Talker(door, headers)) {
      assertEquals(101, talker.status());
      return talker.head;
    }
  }

  private long waiters() {
    try {
      return door.get("/v1/keys/idle/a").number("waiters");
    } catch (Exception trouble) {
      throw new AssertionError(trouble);
    }
  }
}
