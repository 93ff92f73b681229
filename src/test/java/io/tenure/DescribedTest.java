package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.Description;
import io.tenure.door.http.Told;
import io.tenure.door.ws.StreamDoor;
import io.tenure.server.Opened;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a whole server answers on every described path, as described, and on no other path.
 */
class DescribedTest {

  private static final int MOVED = 308;
  private static final int INVALID = 400;
  private static final int NO_SUCH_PATH = 404;

  private static Opened server;
  private static Description description;

  @BeforeAll
  static void open(@TempDir Path data) {
    server = new Opened(data);
    description = new Description(server.get("/openapi.yaml").body());
  }

  @AfterAll
  static void close() {
    server.close();
  }

  @Test
  void everyPathThatIsServedIsDescribed() {
    List<String> served = new ArrayList<>(List.of("/metrics", "/ui", "/ui/"));
    served.add(StreamDoor.PATH);

    assertTrue(description.paths().containsAll(served), served + " of " + description.paths());
  }

  /** Each request has a field that no call has, so that no request changes anything or waits. */
  @Test
  void everyPathThatIsDescribedIsServed() {
    for (String path : description.paths()) {
      for (String method : description.methods(path)) {
        if (!path.startsWith("/ui/{")) {
          assertNotEquals(NO_SUCH_PATH, seen(method, path, "x", "?wrong=1"), method + " " + path);
        }
      }
    }
    assertEquals(List.of(), description.contradictions());
  }

  @Test
  void thePagesForOperatorsAnswerAsTheyAreDescribed() {
    assertEquals(MOVED, seen("get", "/ui", "", ""));
    String part = "/ui/{part}";
    for (String name : List.of("app.js", "app.css", "icon.svg", "sessions")) {
      assertEquals(200, seen("get", part, name, ""), name);
    }
    assertEquals(200, seen("get", part, "key", "?key=a"));
    assertEquals(INVALID, seen("get", part, "key", ""));
    assertEquals(NO_SUCH_PATH, seen("get", part, "nothing", ""));
    assertEquals(List.of(), description.contradictions());
  }

  /** Returns the status of an answer that the description has seen. */
  private static int seen(String method, String path, String name, String query) {
    String typed = path.replaceFirst("\\{.*}", name) + query;
    Told told = Told.of(server.send(method.toUpperCase(Locale.ROOT), typed));
    description.see(method, path, told);
    return told.status();
  }
}
