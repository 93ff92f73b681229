package io.tenure.store.embedded;

import static io.tenure.store.embedded.Eventually.await;
import static io.tenure.store.embedded.Eventually.eventually;
import static io.vertx.redis.client.Command.GET;
import static io.vertx.redis.client.Command.PING;
import static io.vertx.redis.client.Command.SET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the address at which a private Redis listens, by the path of its directory. */
class RedisPathsTest {

  @TempDir Path temporary;

  private final List<RedisGround> grounds = new ArrayList<>();

  @AfterEach
  void leave() throws Exception {
    for (var ground : grounds) {
      ground.leave();
    }
  }

  @Test
  void everyPathWillDo() throws Exception {
    for (var name : names()) {
      var ground = ground(temporary.resolve(name));

      var redis = ground.start();
      ground.call(SET, "k", "v");
      ground.kill9();
      eventually("it is missed", () -> ground.aways.get() == 1);

      assertEquals("v", ground.callWhenBack(GET, "k"), name);
      assertTrue(redis.address().startsWith("unix://"), redis.address());
      await(redis.stop());
    }
  }

  @Test
  void aPathTooLongForASocketGivesALoopbackWithAPassword() throws Exception {
    var ground = ground(tooLong());

    var redis = ground.start();

    var address = URI.create(redis.address());
    assertEquals("redis", address.getScheme());
    assertEquals("127.0.0.1", address.getHost());
    assertEquals(65, address.getUserInfo().length());
    assertEquals("PONG", ground.call(PING));
    var refused =
        assertThrows(
            Exception.class, () -> ground.call("redis://127.0.0.1:" + address.getPort(), GET, "k"));
    assertTrue(refused.toString().contains("NOAUTH"), refused.getMessage());
  }

  @Test
  void thePasswordIsShownToNobody() throws Exception {
    var ground = ground(tooLong());

    var redis = ground.start();

    var password = password(redis);
    var commandLine = ground.process().info().commandLine().orElseThrow();
    assertFalse(commandLine.contains(password), commandLine);
    assertFalse(ground.wasSaid(password));
    assertFalse(Files.readString(ground.home().log()).contains(password));
    assertFalse(PrivateAddress.in(ground.home()).toString().contains(password));
    for (var file : List.of("redis.conf", "address")) {
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(
              Files.getPosixFilePermissions(ground.home().directory().resolve(file))));
    }
  }

  @Test
  void aLoopbackIsFoundAgain() throws Exception {
    var ground = ground(tooLong());
    try (var crashing = ground.child()) {
      assertTrue(crashing.said().startsWith("up redis:"), crashing.said());
      ground.call(crashing.said().substring(3), SET, "k", "v");
    }
    var process = ground.process();

    ground.start();

    assertEquals(process, ground.process());
    assertEquals("v", ground.call(GET, "k"));
  }

  @Test
  void aLoopbackKeepsItsPortOverAStop() throws Exception {
    var ground = ground(tooLong());
    var redis = ground.start();
    await(redis.stop());

    assertEquals(redis.address(), ground.start().address());
  }

  @Test
  void aPortThatIsTakenMeanwhileIsLeftToItsTaker() throws Exception {
    var ground = ground(tooLong());
    var redis = ground.start();
    ground.call(SET, "k", "v");
    await(redis.stop());
    int port = URI.create(redis.address()).getPort();
    try (var taker = new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1"))) {
      assertTrue(taker.isBound());

      var other = ground.start();

      assertNotEquals(port, URI.create(other.address()).getPort());
      assertNotEquals(password(redis), password(other));
      assertEquals("v", ground.call(GET, "k"));
    }
  }

  @Test
  void aLoopbackWhosePasswordIsLostIsReplaced() throws Exception {
    var ground = ground(tooLong());
    try (var crashing = ground.child()) {
      ground.call(crashing.said().substring(3), SET, "k", "v");
    }
    var first = ground.process();
    Files.writeString(ground.home().directory().resolve("address"), "port 1");

    ground.start();

    eventually("the first one is gone", () -> !first.isAlive());
    assertNotEquals(first, ground.process());
    assertEquals("v", ground.call(GET, "k"));
  }

  private static List<String> names() {
    var names = new ArrayList<>(List.of("with blank", "q\"uo'te\\", "per%20cent?#", "[b]${x}*"));
    // Without a locale Java cannot name a file that is not in ASCII.
    if (Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder().canEncode("ä€")) {
      names.add("ä€");
    }
    return names;
  }

  private Path tooLong() throws Exception {
    return Files.createDirectories(temporary.resolve("long/".repeat(20))).resolve("data");
  }

  private RedisGround ground(Path path) {
    var ground = new RedisGround(path);
    grounds.add(ground);
    return ground;
  }

  private static String password(PrivateRedis redis) {
    return URI.create(redis.address()).getUserInfo().substring(1);
  }
}
