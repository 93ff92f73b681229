package io.tenure.loadtest.peer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests with a real server and its Redis. */
class TenureImageTest {

  @Test
  void theRedisOfAServerThatCrashedEndsThoughNoOtherComesUp() {
    Tenure tenure = new Tenure(Tenure.TERMS, List.of("--store", "embedded"));
    List<ProcessHandle> redis = tenure.process().children();
    tenure.process().crash();

    assertFalse(redis.isEmpty());
    assertTrue(redis.stream().allMatch(ProcessHandle::isAlive), "it outlives kill -9");
    tenure.close();
    redis.forEach(each -> each.onExit().orTimeout(20, TimeUnit.SECONDS).join());
  }
}
