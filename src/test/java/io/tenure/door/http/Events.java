package io.tenure.door.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads Server-Sent Events as a browser does, and remembers the last id. */
final class Events {

  record Seen(String name, Map<String, Object> data) {
    String key() {
      return (String) needed("key");
    }

    String holder() {
      return (String) needed("holder");
    }

    long token() {
      return (long) needed("token");
    }

    private Object needed(String field) {
      return Objects.requireNonNull(data.get(field), () -> name + " without " + field);
    }
  }

  private final InputStream stream;
  private final BufferedReader lines;
  private String lastId = "";
  private int signsOfLife;

  private Events(InputStream stream) {
    this.stream = stream;
    lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  /** Opens a watch and returns when the server has confirmed it. */
  static Events of(OpenDoor door, String query, String... headers) throws Exception {
    HttpResponse<InputStream> answer =
        door.send("/v1/watch" + query, BodyHandlers.ofInputStream(), headers);
    if (answer.statusCode() != 200) {
      throw new AssertionError("answered " + answer.statusCode());
    }
    Events events = new Events(answer.body());
    Seen first = events.next();
    if (!first.name().equals("watching") || !first.data().containsKey("heartbeatMs")) {
      throw new AssertionError(first);
    }
    return events;
  }

  String lastId() {
    return lastId;
  }

  int signsOfLife() {
    return signsOfLife;
  }

  Seen next() throws IOException {
    return Objects.requireNonNull(nextIfAny(), "it has ended");
  }

  /** The next event; null at the end of the stream. */
  @Nullable Seen nextIfAny() throws IOException {
    String name = "message";
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id: ")) {
        lastId = line.substring(4);
      } else if (line.startsWith("event: ")) {
        name = line.substring(7);
      } else if (line.startsWith("data: ")) {
        data.append(line.substring(6));
      } else if (line.startsWith(":")) {
        signsOfLife++;
      } else if (line.isEmpty() && data.length() > 0) {
        return new Seen(name, Told.object(data.toString()));
      }
    }
    return null;
  }

  Seen next(String name) throws IOException {
    return Objects.requireNonNull(nextIfAny(name), "it has ended");
  }

  /** The next event of this name; null when the stream ends before. */
  @Nullable Seen nextIfAny(String name) throws IOException {
    Seen seen = nextIfAny();
    while (seen != null && !seen.name().equals(name)) {
      seen = nextIfAny();
    }
    return seen;
  }

  void close() throws IOException {
    stream.close();
  }
}
