package io.tenure.store.embedded;

import static io.tenure.store.embedded.Eventually.await;
import static io.tenure.store.embedded.Eventually.eventually;
import static io.vertx.redis.client.Command.CONFIG;
import static io.vertx.redis.client.Command.GET;
import static io.vertx.redis.client.Command.SET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.tenure.store.StoreUnusableException;
import io.vertx.core.Promise;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealMachine
class PrivateRedisTest {

  private RedisGround ground;

  @BeforeEach
  void prepare(@TempDir Path directory) {
    ground = new RedisGround(directory.resolve("data"));
  }

  @AfterEach
  void leave() throws Exception {
    ground.leave();
  }

  @Test
  void listensOnASocketOfItsOwnAndWritesEverythingThrough() throws Exception {
    var redis = ground.start();

    assertTrue(redis.address().startsWith("unix:///"), redis.address());
    assertEquals("{port: 0}", setting("port"));
    assertEquals("{appendfsync: always}", setting("appendfsync"));
    assertEquals("{appendonly: yes}", setting("appendonly"));
    assertEquals("{save: }", setting("save"));
    assertEquals("{maxmemory-policy: noeviction}", setting("maxmemory-policy"));
    assertEquals("{aof-load-truncated: yes}", setting("aof-load-truncated"));
  }

  @Test
  void isForTheEyesOfItsOwnerOnly() throws Exception {
    ground.start();

    assertEquals("rwx------", mode(ground.path));
    assertEquals("rwx------", mode(ground.home().directory()));
    assertEquals("rwx------", mode(ground.home().socket()));
    assertEquals("rw-------", mode(ground.home().configuration()));
  }

  @Test
  void isStoppedThoughItHasNotReadItsDataYet() throws Exception {
    var tools = Path.of(ground.withoutRedis());
    var silent = tools.resolve("redis-server");
    Files.writeString(
        silent,
        """
        #!/bin/sh
        case $1 in --version) echo 'Redis server v=7.2.4 sha=0'; exit;; esac
        while :; do sleep 1; done
        """);
    Files.setPosixFilePermissions(silent, PosixFilePermissions.fromString("rwx------"));
    var ending = Promise.<Void>promise();
    var start = ground.begin(tools + ":/bin:/usr/bin", ending.future());
    var home = ground.home();
    eventually("it was started", () -> !RedisProcesses.of(home).isEmpty());

    ending.complete();

    var failure = assertThrows(Exception.class, () -> await(start));
    assertTrue(failure.toString().contains("is to be stopped"), failure.getMessage());
    assertEquals(List.of(), ground.living());
  }

  @Test
  void leavesNothingRunningWhenItIsStopped() throws Exception {
    var redis = ground.start();
    var process = ground.process();

    await(redis.stop());

    assertFalse(process.isAlive());
    assertEquals(List.of(), ground.living());
    assertFalse(Files.exists(ground.home().socket()));
    assertEquals(0, ground.aways.get());
    assertTrue(Files.readString(ground.home().log()).contains("bye bye"));
  }

  @Test
  void hasItsDataAfterAStopAndAStart() throws Exception {
    var redis = ground.start();
    ground.call(SET, "k", "v");
    await(redis.stop());

    ground.start();

    assertEquals("v", ground.call(GET, "k"));
  }

  @Test
  void isStartedAgainWithItsDataWhenItDies() throws Exception {
    ground.start();
    for (int i = 1; i <= 3; i++) {
      ground.call(SET, "k", "v" + i);
      ground.kill9();
      int times = i;
      eventually("it is missed: " + ground.lines, () -> ground.aways.get() == times);

      assertEquals("v" + i, ground.callWhenBack(GET, "k"));
    }
    assertTrue(ground.wasSaid("died: it is started again"));
    assertTrue(ground.wasSaid("is back"));
  }

  @Test
  void isFoundAgainByTheNextServerOfTheDirectory() throws Exception {
    ProcessHandle process;
    try (var crashing = ground.child()) {
      assertTrue(crashing.said().startsWith("up "), crashing.said());
      ground.call(crashing.said().substring(3), SET, "k", "v");
      process = ground.process();
      crashing.kill9();
    }
    assertTrue(process.isAlive());

    ground.start();

    assertEquals(process, ground.process());
    assertEquals("v", ground.call(GET, "k"));
    assertTrue(ground.wasSaid("found again as process " + process.pid()));
  }

  @Test
  void isSupervisedAndStoppedAlsoWhenItWasFound() throws Exception {
    try (var crashing = ground.child()) {
      ground.call(crashing.said().substring(3), SET, "k", "v");
    }
    var redis = ground.start();
    ground.kill9();
    eventually("it is missed", () -> ground.aways.get() == 1);
    assertEquals("v", ground.callWhenBack(GET, "k"));

    await(redis.stop());

    assertEquals(List.of(), ground.living());
  }

  @Test
  void livesOnWhenATerminalInterruptsItsServer() throws Exception {
    try (var server = ground.child("setsid")) {
      assertTrue(server.said().startsWith("up "), server.said());
      var process = ground.process();

      Signals.send("INT", -server.pid());
      server.awaitEnd();

      assertEquals(
          "PONG", ground.call(server.said().substring(3), io.vertx.redis.client.Command.PING));
      assertTrue(process.isAlive());
    }
    ground.start();
  }

  @Test
  void oneThatHangsIsReplaced() throws Exception {
    try (var crashing = ground.child()) {
      ground.call(crashing.said().substring(3), SET, "k", "v");
    }
    var hanging = ground.process();
    ground.signal("STOP");

    ground.start();

    eventually("the first one is gone", () -> !hanging.isAlive());
    assertNotEquals(hanging, ground.process());
    assertEquals("v", ground.call(GET, "k"));
    assertTrue(ground.wasSaid("does not answer: process [" + hanging.pid() + "]"));
  }

  @Test
  void oneThatHangsIsStoppedByForce() throws Exception {
    var redis = ground.start();
    var process = ground.process();
    ground.signal("STOP");

    await(redis.stop());

    assertFalse(process.isAlive());
    assertEquals(List.of(), ground.living());
  }

  @Test
  void whatAKilledOneLeftBehindIsCleared() throws Exception {
    try (var crashing = ground.child()) {
      ground.call(crashing.said().substring(3), SET, "k", "v");
    }
    ground.kill9();
    assertTrue(Files.exists(ground.home().socket()));
    var half = ground.home().directory().resolve("temp-rewriteaof-bg-4711.aof");
    Files.writeString(half, "half");

    ground.start();

    assertEquals("v", ground.call(GET, "k"));
    assertFalse(Files.exists(half));
  }

  @Test
  void isNeverStartedTwiceOnDataThatWereMoved() throws Exception {
    try (var crashing = ground.child()) {
      ground.call(crashing.said().substring(3), SET, "k", "v");
    }
    var first = ground.process();
    var moved = new RedisGround(Files.move(ground.path, ground.path.resolveSibling("moved")));
    try {
      moved.start();

      eventually("the first one ends", () -> !first.isAlive());
      assertEquals(1, moved.living().size());
      assertEquals("v", moved.call(GET, "k"));
    } finally {
      moved.leave();
    }
  }

  @Test
  void forgetsNoMoreThanWhatACrashToreOff() throws Exception {
    var redis = ground.start();
    ground.call(SET, "k", "v");
    await(redis.stop());
    Files.writeString(appendOnlyFile(), "*3\r\n$3\r\nSET\r\n$1", StandardOpenOption.APPEND);

    ground.start();

    assertEquals("v", ground.call(GET, "k"));
  }

  @Test
  void saysWhatToDoWhenItsDataAreDamaged() throws Exception {
    var redis = ground.start();
    ground.call(SET, "k", "v");
    await(redis.stop());
    Files.writeString(appendOnlyFile(), "nonsense\r\nagain\r\n");

    var refused = assertThrows(StoreUnusableException.class, ground::start);

    assertTrue(refused.toString().contains("redis-check-aof"), refused.getMessage());
    assertTrue(refused.toString().contains(ground.home().log().toString()), refused.getMessage());
    assertEquals(List.of(), ground.living());
  }

  @Test
  void isTriedAgainUntilItStarts() throws Exception {
    ground.start();
    ground.call(SET, "k", "v");
    var whole = Files.readAllBytes(appendOnlyFile());
    Files.writeString(appendOnlyFile(), "nonsense\r\nagain\r\n");
    ground.kill9();
    eventually(
        "it is missed: " + ground.lines, () -> ground.wasSaid("tried again until it starts"));
    Files.write(appendOnlyFile(), whole);

    assertEquals("v", ground.callWhenBack(GET, "k"));
  }

  @Test
  void canBeStoppedWhileItDoesNotStart() throws Exception {
    var redis = ground.start();
    Files.writeString(appendOnlyFile(), "nonsense\r\nagain\r\n");
    ground.kill9();
    eventually(
        "it is missed: " + ground.lines, () -> ground.wasSaid("tried again until it starts"));

    await(redis.stop());

    assertEquals(List.of(), ground.living());
    assertEquals(0, ground.backs.get());
  }

  @Test
  void putsALongLogAside() throws Exception {
    await(ground.start().stop());
    Files.write(ground.home().log(), new byte[5 << 20]);

    ground.start();

    assertTrue(Files.size(ground.home().log()) < 1 << 20);
    assertNotEquals(0, Files.size(ground.home().directory().resolve("redis.log.1")));
  }

  private Path appendOnlyFile() throws Exception {
    return ground.home().directory().resolve("appendonly.aof");
  }

  private String setting(String name) throws Exception {
    return ground.call(CONFIG, "GET", name);
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
