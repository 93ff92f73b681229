package io.tenure.store.redis;

import io.tenure.machine.RealMachine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

@RealMachine
class RedisStoreTest extends RedisContract {

  @TempDir private static Path directory;
  private static TestRedis redis;

  @BeforeAll
  static void start() throws Exception {
    redis = TestRedis.start(directory);
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Override
  String address() {
    return redis.address();
  }
}
