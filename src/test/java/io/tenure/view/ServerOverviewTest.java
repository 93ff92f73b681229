package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that the numbers of the last second belong to this second. */
class ServerOverviewTest {

  private static final ServerInfo FACTS =
      new ServerInfo("1", "memory", "strict", true, () -> 0, () -> 0, () -> 0);

  private final Shards shards = new Shards();
  private final ServerOverview overview = new ServerOverview(FACTS);

  @AfterEach
  void close() {
    shards.close();
  }

  @Test
  void aRateIsOfTheTimeThatPassed() {
    sample(0);
    shards.acquire("a", 100);

    assertEquals(50, sample(2).getLong("grants"));
    assertEquals(0, sample(3).getLong("grants"));
  }

  @Test
  void whoeverComesFirstIsToldOfNothingThatHappenedBefore() {
    assertEquals(new JsonObject(), sample(0));
    sample(1);
    overview.forget();
    shards.acquire("a", 100);

    assertEquals(new JsonObject(), sample(3_600));
    assertEquals(0, sample(3_601).getLong("grants"));
  }

  private JsonObject sample(long seconds) {
    overview.sample(shards.router.meters(), TimeUnit.SECONDS.toNanos(seconds));
    return overview.shown().getJsonObject("rates");
  }
}
