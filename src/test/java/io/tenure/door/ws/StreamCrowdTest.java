package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.ConnectionLossFeed;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.RealMachine;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks very many streams at once: each one costs little, and they share their watches. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@RealMachine
final class StreamCrowdTest {

  private static final int STREAMS = 3_000;

  @Test
  void thousandsOfIdleStreamsAreToldOfTheirLossesAndHinderNobody() throws Exception {
    Vertx vertx = Vertx.vertx();
    OpenDoor door = new OpenDoor(StreamLimits.DEFAULT, 2 * STREAMS);
    CountDownLatch told = new CountDownLatch(STREAMS);
    WebSocketClient client =
        vertx.createWebSocketClient(new WebSocketClientOptions().setMaxConnections(STREAMS));
    List<Future<?>> granted = new ArrayList<>();
    for (int stream = 0; stream < STREAMS; stream++) {
      granted.add(keepsALease(client, door, "crowd/" + stream, told));
    }
    OpenDoor.get(Future.join(granted));
    try (Talker talker = Talker.binary(door)) {
      long begun = System.nanoTime();
      List<Long> breaks = new ArrayList<>();
      for (int stream = 0; stream < STREAMS; stream++) {
        breaks.add(talker.send("\"op\":\"break\",\"key\":\"crowd/" + stream + "\""));
        if (stream % 100 == 0) {
          long asked = System.nanoTime();
          assertEquals(200, talker.ask("\"op\":\"look\",\"key\":\"a\"").status());
          assertTrue(System.nanoTime() - asked < TimeUnit.SECONDS.toNanos(10));
        }
      }
      // A client that closes with unread answers resets its connection, and these answers are lost.
      for (long sent : breaks) {
        assertEquals(200, talker.answer(sent).status());
      }
      assertTrue(System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(30));
    }
    assertTrue(told.await(30, TimeUnit.SECONDS));
    OpenDoor.get(vertx.close());
    door.close();
  }

  /**
   * Completes when the lease is granted; {@code told} is counted down when its loss is reported.
   */
  private static Future<?> keepsALease(
      WebSocketClient client, OpenDoor door, String key, CountDownLatch told) {
    WebSocketConnectOptions options =
        new WebSocketConnectOptions()
            .setHost("127.0.0.1")
            .setPort(door.port())
            .setURI(StreamDoor.PATH)
            .addSubProtocol(StreamDoor.JSON);
    JsonObject wish =
        new JsonObject()
            .put("seq", 1)
            .put("op", "acquire")
            .put("key", key)
            .put("holder", "anna")
            .put("ttl", "1h");
    return client
        .connect(options)
        .compose(
            socket -> {
              Future<String> answered =
                  Future.future(promise -> hear(socket, promise::complete, told));
              return socket.writeTextMessage(wish.encode()).compose(sent -> answered);
            });
  }

  private static void hear(WebSocket socket, Consumer<String> granted, CountDownLatch told) {
    socket.textMessageHandler(
        text -> {
          JsonObject message = new JsonObject(text);
          if ("lost".equals(message.getString("push"))) {
            told.countDown();
          } else if (message.getInteger("status", 0) == 201) {
            granted.accept(text);
          }
        });
  }

  /** A shard allows far fewer watchers than there are streams. */
  @Test
  void theStreamsOfOneLoopShareTheirWatchOfAShard() throws Exception {
    OpenDoor door = OpenDoor.ofShards(1, 2 * Runtime.getRuntime().availableProcessors());
    List<Talker> talkers = new ArrayList<>();
    for (int at = 0; at < 50; at++) {
      Talker talker = new Talker(door);
      talkers.add(talker);
      talker.acquire("shared/" + at);
    }
    for (int at = 0; at < 50; at++) {
      door.delete("/v1/keys/shared/" + at);
      assertEquals("shared/" + at, talkers.get(at).pushed("lost").text("key"));
      talkers.get(at).close();
    }
    door.close();
  }

  @Test
  void ofTheLeasesOfOneStreamSoManyAreKept() throws Exception {
    OpenDoor door = new OpenDoor(StreamLimits.DEFAULT);
    try (Talker talker = new Talker(door)) {
      talker.acquireAll("kept/", ConnectionLossFeed.KEPT_MAX);
      talker.acquire("kept/more");

      door.delete("/v1/keys/kept/more");
      door.delete("/v1/keys/kept/0");

      assertEquals("kept/0", talker.pushed("lost").text("key"));
      assertEquals(200, talker.ask("\"op\":\"look\",\"key\":\"a\"").status());
      assertTrue(!talker.hasUnread("lost"), "of one more it was not told");
    }
    door.close();
  }

  @Test
  void aCursorThatIsTooLongForEveryEventComesByItself() throws Exception {
    OpenDoor door = OpenDoor.ofShards(1_024, 16);
    try (Talker talker = new Talker(door)) {
      talker.ask("\"op\":\"watch\",\"prefix\":\"wide/\"");
      talker.acquire("wide/a");
      Message granted = talker.pushed("event");
      Message cursor = talker.pushed("event");

      assertEquals("granted", granted.text("type"));
      assertTrue(!granted.fields().containsKey("cursor"));
      assertEquals("cursor", cursor.text("type"));
      talker.acquire("wide/b");
      assertEquals("wide/b", talker.pushed("event").text("key"));
      long again =
          talker.send(
              "\"op\":\"watch\",\"prefix\":\"wide/\",\"from\":\"" + cursor.text("cursor") + "\"");
      Message resumed = talker.pushed("event");
      while (resumed.number("watch") != again) {
        resumed = talker.pushed("event");
      }
      assertEquals("wide/b", resumed.text("key"));
    }
    door.close();
  }

  @Test
  void aWatchOfShardsThatStayAwayIsGivenUpAndTheStreamLivesOn() throws Exception {
    OpenDoor door = new OpenDoor(StreamLimits.DEFAULT);
    try (Talker talker = new Talker(door)) {
      long watch = talker.send("\"op\":\"watch\",\"prefix\":\"\"");
      assertEquals(200, talker.answer(watch).status());
      OpenDoor.get(door.router.leave());

      Message last = talker.pushed("event");
      assertEquals("goaway", last.text("type"));
      assertEquals("UNAVAILABLE", last.code());
      assertEquals(watch, last.number("watch"));
      assertEquals("UNAVAILABLE", talker.ask("\"op\":\"look\",\"key\":\"a\"").code());
    }
    door.close();
  }
}
