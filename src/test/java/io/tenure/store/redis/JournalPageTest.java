package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that the page about the journal shows its real content. */
class JournalPageTest extends RedisGroundwork {

  private static final int SHOWN_SHARD = 7;
  private static final long TOKEN = 41L * (1 << 22) + 1;

  @Test
  void theTranscriptIsTrue() throws Exception {
    startRedis();
    RedisStore store = server();
    claimAfterALook(store, SHOWN_SHARD, "node-a");
    redis.command("HSET", "tenure:{7}:meta", "epoch", "41");
    Answered.of(store.append(SHOWN_SHARD, 41, 1, List.of(new Change.Begin(shown()))));
    Answered.of(
        store.append(
            SHOWN_SHARD,
            41,
            2,
            List.of(
                new Change.Revalue(12, TOKEN, Value.of("10.0.0.8:80"), "v1 second"),
                new Change.Begin(session()),
                new Change.Enrol(
                    13,
                    TOKEN + 1,
                    List.of(
                        new SessionGuestShard(3, 40L << 22), new SessionGuestShard(40, 41L << 22))),
                new Change.BeginLockDelay(Key.of("jobs/hourly"), 5_000),
                new Change.RaiseFence("billing", TOKEN))));

    int commands = 0;
    for (String part : transcript().split("(?m)^> ")) {
      if (!part.isBlank()) {
        int end = part.indexOf('\n');
        String[] command = part.substring(0, end).split(" ");
        assertEquals(part.substring(end + 1).strip(), redis.command(command));
        commands++;
      }
    }
    assertTrue(commands > 3);
  }

  private static String transcript() throws IOException {
    String page = Files.readString(Path.of("docs/journal.md"));
    int start = page.indexOf("```transcript\n") + "```transcript\n".length();
    return page.substring(start, page.indexOf("```", start));
  }

  private static TenureImage session() {
    return new TenureImage.Session(
        new TenureImage.Common(
            13,
            TOKEN + 1,
            new TenureImage.Secret(3, 4),
            "worker 3",
            30_000,
            List.of(),
            180_000_000));
  }

  private static TenureImage shown() {
    return new TenureImage.Lease(
        new TenureImage.Common(
            12,
            TOKEN,
            new TenureImage.Secret(1, 2),
            "worker 3",
            30_000,
            List.of("a1 first"),
            180_000_000),
        Key.of("jobs/nightly"),
        Mode.EXCLUSIVE,
        -1,
        TenureImage.RareTimes.NONE,
        null,
        Value.of("10.0.0.7:80"));
  }
}
