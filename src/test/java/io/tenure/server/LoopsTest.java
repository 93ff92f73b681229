package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the number of threads that serve. */
class LoopsTest {

  private static final Pattern MAILBOX =
      Pattern.compile("(?m)^tenure_mailbox_requests\\{loop=\"\\d+\",mailbox=\"renewals\"}");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void asManyAsAreWanted(int loops) {
    assertEquals(loops, serving("--loops", Integer.toString(loops)));
  }

  @Test
  void oneForEachCoreWhenNothingIsSaid() {
    assertEquals(Runtime.getRuntime().availableProcessors(), serving("--loops", "0"));
    assertEquals(Runtime.getRuntime().availableProcessors(), serving());
  }

  /** The number of threads that take connections in turn and have shards. */
  private long serving(String... flags) {
    String[] words = new String[flags.length + 2];
    words[0] = "--store";
    words[1] = "memory";
    System.arraycopy(flags, 0, words, 2, flags.length);
    try (Served server = new Served(directory, words).open()) {
      for (int key = 0; key < 8; key++) {
        String path = "/v1/leases?key=jobs/" + key + "&holder=me&ttl=60s";
        assertEquals(201, server.send("POST", path).statusCode());
      }
      String metrics = server.send("GET", "/metrics").body();
      return MAILBOX.matcher(metrics).results().count();
    }
  }
}
