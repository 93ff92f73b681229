package io.tenure.store.redis;

import io.tenure.machine.RealMachine;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Checks the store over a Unix socket, with a password and in another database. */
@RealMachine
class RedisSocketTest extends RedisContract {

  @TempDir private static Path directory;
  private static TestRedis redis;

  @BeforeAll
  static void start() throws Exception {
    redis = TestRedis.start(directory, "user default on >open%sesame ~* &* +@all");
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Override
  String address() {
    return "unix://" + redis.socket() + "?password=open%25sesame&db=3";
  }
}
