package io.tenure.door.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Compares answers that only streams give with the description, on a server that admits two open
 * requests.
 */
final class StreamTour {

  private static final String WAIT =
      "'op':'acquire','key':'held','ttl':30,'holder':'i','wait':'1m'}";

  private final OpenDoor door;
  private final Description description;
  private final BlockingQueue<Map<String, Object>> told = new LinkedBlockingQueue<>();

  StreamTour(OpenDoor door, Description description) {
    this.door = door;
    this.description = description;
  }

  void problems() throws Exception {
    door.acquire("held");
    WebSocket stream =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(
                URI.create("ws://127.0.0.1:" + door.port() + "/v1/stream"),
                new WebSocket.Listener() {
                  @Override
                  public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean end) {
                    told.add(Told.object(text.toString()));
                    return WebSocket.Listener.super.onText(from, text, end);
                  }
                })
            .get(10, TimeUnit.SECONDS);
    say(stream, "{'seq':1," + WAIT);
    say(stream, "{'seq':2,'op':'cancel','of':1}");
    see("WITHDRAWN");
    say(stream, "{'seq':3," + WAIT);
    say(stream, "{'seq':4," + WAIT);
    say(stream, "{'seq':5,'op':'look','key':'held'}");
    see("BUSY");
    stream.abort();
  }

  private static void say(WebSocket stream, String message) throws Exception {
    stream.sendText(message.replace('\'', '"'), true).get(10, TimeUnit.SECONDS);
  }

  private void see(String code) throws Exception {
    Map<String, Object> answer = told.poll(10, TimeUnit.SECONDS);
    while (!code.equals(answer.get("code"))) {
      answer = told.poll(10, TimeUnit.SECONDS);
    }
    answer.remove("seq");
    description.check("Problem", answer, "on a stream");
  }
}
