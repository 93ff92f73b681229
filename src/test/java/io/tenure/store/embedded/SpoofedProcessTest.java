package io.tenure.store.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that a process which only looks like the private Redis is none, and that other users read
 * nothing of the real one.
 */
@RealMachine
class SpoofedProcessTest {

  private static final String USERS = "Name:\tredis\nUid:\t%s\t%s\t%s\t%s\nGid:\t0\t0\t0\t0\n";

  @TempDir Path temporary;
  private RedisGround ground;
  private final List<Process> spoofs = new ArrayList<>();

  @BeforeEach
  void prepare() {
    ground = new RedisGround(temporary.resolve("data"));
  }

  @AfterEach
  void leave() throws Exception {
    spoofs.forEach(Process::destroyForcibly);
    ground.leave();
  }

  @Test
  void itsArgumentsAloneMakeNoRedis() throws Exception {
    Files.createDirectories(ground.path.resolve("redis"));
    var spoof = spoof();
    var directory = directory();
    assertTrue(List.of(spoof.info().arguments().orElseThrow()).contains(directory));

    ground.start();

    assertEquals(1, ground.living().size());
    assertFalse(ground.living().contains(spoof.toHandle()));
    assertTrue(spoof.isAlive());
    assertFalse(ground.wasSaid("ending what is left"), ground.lines.toString());
  }

  @Test
  void aProcessOfAnotherUserIsNotOurs() throws Exception {
    var home = Files.createDirectories(temporary.resolve("home"));
    var other = Files.createDirectories(temporary.resolve("other"));
    var asked = ProcessHandle.current();
    describe("self", "7", "7", home);

    describe(Long.toString(asked.pid()), "7", "7", home);
    assertTrue(owner().works(asked, home));
    assertFalse(owner().works(asked, other));
    describe(Long.toString(asked.pid()), "8", "8", home);
    assertFalse(owner().works(asked, home));
    // A program that runs with the rights of its owner was started by another user.
    describe(Long.toString(asked.pid()), "8", "7", home);
    assertFalse(owner().works(asked, home));
  }

  @Test
  void aProcessThatIsGoneIsNotOurs() throws Exception {
    describe("self", "7", "7", temporary);

    assertFalse(owner().works(ProcessHandle.current(), temporary));
  }

  @Test
  void onlyItsOwnerReadsWhatItWrites() throws Exception {
    var old = Files.createDirectories(ground.path.resolve("redis"));
    Files.writeString(old.resolve("redis.log"), "");
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(
        old.resolve("redis.log"), PosixFilePermissions.fromString("rw-rw-rw-"));

    ground.start();

    assertEquals("rwx------", mode(ground.home().directory()));
    Set<String> open = new TreeSet<>();
    try (var files = Files.walk(ground.home().directory())) {
      for (var file : files.toList()) {
        if (!mode(file).endsWith("------")) {
          open.add(file + " " + mode(file));
        }
      }
    }
    assertEquals(Set.of(), open);
    assertTrue(Files.exists(ground.home().output()));
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private String directory() throws Exception {
    return ground.home().directory().toString();
  }

  /** A process with the arguments of the private Redis, as every user can start one. */
  private Process spoof() throws Exception {
    var spoof =
        new ProcessBuilder(
                "sh", "-c", "read x", "-", "--set-proc-title", "no", "--dir", directory())
            .directory(temporary.toFile())
            .start();
    spoofs.add(spoof);
    return spoof;
  }

  private ProcessOwner owner() {
    return new ProcessOwner(temporary.resolve("proc"));
  }

  private void describe(String process, String starter, String rights, Path worksIn)
      throws Exception {
    var described = Files.createDirectories(temporary.resolve("proc").resolve(process));
    Files.writeString(
        described.resolve("status"), USERS.formatted(starter, rights, rights, rights));
    Files.deleteIfExists(described.resolve("cwd"));
    Files.createSymbolicLink(described.resolve("cwd"), worksIn);
  }
}
