package io.tenure.store.embedded;

import static io.tenure.store.embedded.Eventually.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.StoreUnusableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which Redis is started. */
class RedisChoiceTest {

  private RedisGround ground;
  private Path tools;

  @BeforeEach
  void prepare(@TempDir Path directory) throws Exception {
    ground = new RedisGround(directory.resolve("data"));
    tools = Files.createDirectory(directory.resolve("tools"));
  }

  @AfterEach
  void leave() throws Exception {
    ground.leave();
  }

  @Test
  void theOneOnThePathComesFirst() throws Exception {
    for (var name : List.of("redis-server", "valkey-server")) {
      var there = Files.createSymbolicLink(tools.resolve(name), bundled());

      var redis = ground.start(searchPath());

      assertTrue(commandLine().startsWith(bundled().toString()), commandLine());
      assertFalse(ground.wasSaid("bundled"), ground.lines.toString());
      await(redis.stop());
      Files.delete(there);
    }
  }

  @Test
  void oneThatIsTooOldIsPassedOver() throws Exception {
    program("redis-server", "echo 'Redis server v=5.0.14 sha=00000000:0 malloc=libc bits=64'");

    ground.start(searchPath());

    assertTrue(commandLine().startsWith(bundledIn(ground.home()).toString()), commandLine());
    assertTrue(
        ground.wasSaid(
            "using the bundled Redis: "
                + tools.resolve("redis-server")
                + " is 5.0.14, older than 6.2"),
        ground.lines.toString());
  }

  @Test
  void oneThatDoesNotRunIsPassedOver() throws Exception {
    program(
        "redis-server", "echo 'error while loading shared libraries: libssl.so.3' >&2; exit 127");
    Files.writeString(tools.resolve("valkey-server"), "\177ELF of another machine");
    executable(tools.resolve("valkey-server"));

    ground.start(searchPath());

    assertTrue(ground.wasSaid("loading shared libraries"), ground.lines.toString());
    assertTrue(ground.wasSaid("valkey-server does not run here"), ground.lines.toString());
  }

  @Test
  void oneThatNeverSaysItsVersionIsPassedOver() throws Exception {
    program("redis-server", "exec tail -f /dev/null");

    ground.start(searchPath());

    assertTrue(ground.wasSaid("redis-server does not run here"), ground.lines.toString());
  }

  @Test
  void theBundledOneIsWrittenOnce() throws Exception {
    await(ground.start().stop());
    var executable = bundledIn(ground.home());
    var past = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(executable, past);

    ground.start();

    assertEquals(past, Files.getLastModifiedTime(executable));
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(executable)));
  }

  @Test
  void theBundledOneIsWrittenAgainWhenItIsDamaged() throws Exception {
    await(ground.start().stop());
    var executable = bundledIn(ground.home());
    var whole = Files.readAllBytes(executable);
    var turned = whole.clone();
    turned[turned.length / 2] ^= 1;
    for (var damaged : List.of(new byte[0], turned)) {
      Files.write(executable, damaged);

      await(ground.start().stop());

      assertEquals(-1, Files.mismatch(executable, bundledIn(ground.home())));
      assertEquals(whole.length, Files.size(executable));
    }
  }

  @Test
  void theBundledOneIsWrittenAgainWhenItMayNotBeRun() throws Exception {
    await(ground.start().stop());
    var executable = bundledIn(ground.home());
    Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rw-------"));

    ground.start();

    assertTrue(Files.isExecutable(executable));
  }

  @Test
  void anOlderOneNeverTouchesWhatALaterOneWrote() throws Exception {
    await(ground.start().stop());
    new AtomicFile(ground.home().directory().resolve("written-by")).write("7.2.4\n");

    var refused = assertThrows(StoreUnusableException.class, ground::start);

    assertTrue(refused.toString().contains("older than 7.2.4"), refused.getMessage());
    assertTrue(refused.toString().contains("install redis-server"), refused.getMessage());
    assertEquals(List.of(), ground.living());
  }

  @Test
  void oneThatCannotGoOnSaysWhy() throws Exception {
    program(
        "redis-server",
        "case $1 in --version) echo 'Redis server v=7.2.4 sha=0';;"
            + " *) echo 'Fatal: No space left on device'; exit 1;; esac");

    var refused = assertThrows(StoreUnusableException.class, () -> ground.start(searchPath()));

    assertTrue(refused.toString().contains("the disk is full"), refused.getMessage());
    assertTrue(refused.toString().contains("Fatal: No space left"), refused.getMessage());
    assertEquals(1, refused.toString().lines().count());
  }

  @Test
  void everyBundledOneIsWhatItIsTakenFor() throws Exception {
    for (var redis : BundledRedis.ALL) {
      var directory = Files.createDirectories(tools.resolve("all"));
      assertEquals(redis.bytes(), Files.size(redis.in(directory)));
      var written = Files.getLastModifiedTime(redis.in(directory));
      assertEquals(written, Files.getLastModifiedTime(redis.in(directory)));
    }
    assertEquals(2, BundledRedis.suiting("Linux", "amd64").size());
    assertEquals(1, BundledRedis.suiting("Linux", "aarch64").size());
    assertEquals(0, BundledRedis.suiting("Mac OS X", "aarch64").size());
    assertEquals(0, BundledRedis.suiting("Windows 11", "amd64").size());
    assertEquals(0, BundledRedis.suiting("Linux", "riscv64").size());
  }

  @Test
  void versionsAreUnderstood() {
    assertEquals("6.2.11", said("Redis server v=6.2.11 sha=00000000:0").full());
    assertEquals("8.1.0-rc1", said("Valkey server v=8.1.0-rc1 sha=0").full());
    assertEquals(null, RedisVersion.said("nginx version 1.2.3"));
    assertTrue(version("6.0.16").isOlderThan(RedisVersion.OLDEST));
    assertFalse(version("6.2.0").isOlderThan(RedisVersion.OLDEST));
    assertFalse(version("10.0.1").isOlderThan(version("9.9")));
  }

  private static RedisVersion said(String line) {
    return Objects.requireNonNull(RedisVersion.said(line));
  }

  private static RedisVersion version(String full) {
    return Objects.requireNonNull(RedisVersion.of(full));
  }

  private String searchPath() throws Exception {
    return tools + ":" + ground.withoutRedis();
  }

  private String commandLine() throws Exception {
    return ground.process().info().commandLine().orElseThrow();
  }

  private Path bundled() throws Exception {
    var first =
        BundledRedis.suiting(System.getProperty("os.name"), System.getProperty("os.arch")).get(0);
    return first.in(tools);
  }

  private static Path bundledIn(RedisFiles home) {
    return home.directory()
        .resolve(
            BundledRedis.suiting(System.getProperty("os.name"), System.getProperty("os.arch"))
                .get(0)
                .resource());
  }

  private void program(String name, String body) throws Exception {
    Files.writeString(tools.resolve(name), "#!/bin/sh\n" + body + "\n");
    executable(tools.resolve(name));
  }

  private static void executable(Path path) throws Exception {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }
}
