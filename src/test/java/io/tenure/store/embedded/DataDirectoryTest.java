package io.tenure.store.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.StoreUnusableException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

  private final List<String> lines = new ArrayList<>();

  @TempDir Path temporary;

  @Test
  void isMadeForItsOwnerOnly() throws Exception {
    try (var directory = open(path().resolve("deeper"))) {
      assertEquals("rwx------", mode(directory.path()));
      assertEquals("rw-------", mode(directory.path().resolve("lock")));
      assertEquals("rw-------", mode(directory.path().resolve("server-name")));
    }
  }

  @Test
  void keepsTheNameOfItsServer() {
    String first;
    try (var directory = open(path())) {
      first = directory.serverName();
    }
    try (var directory = open(path())) {
      assertEquals(first, directory.serverName());
    }
    assertTrue(first.matches("tenure-[0-9a-f]{24}"), first);
    assertEquals(List.of(), lines);
  }

  @Test
  void namesOfTwoDirectoriesDiffer() {
    try (var one = open(temporary.resolve("one"));
        var other = open(temporary.resolve("other"))) {
      assertNotEquals(one.serverName(), other.serverName());
    }
  }

  @Test
  void aTornNameIsReplacedAndSaid() throws Exception {
    for (var torn : List.of("", "tenure-12", "tenure-000000000000000000000000\ncheck 0\n")) {
      lines.clear();
      open(path()).close();
      Files.writeString(path().resolve("server-name"), torn);

      String fresh;
      try (var directory = open(path())) {
        fresh = directory.serverName();
      }
      try (var directory = open(path())) {
        assertEquals(fresh, directory.serverName());
      }
      assertEquals(1, lines.size(), lines.toString());
      assertTrue(lines.get(0).contains("server-name was damaged"), lines.get(0));
    }
  }

  @Test
  void aSecondServerInTheSameProcessIsRefused() throws Exception {
    var link = Files.createSymbolicLink(temporary.resolve("link"), path());
    try (var held = open(path())) {
      for (var way : List.of(held.path(), link, temporary.resolve("x/../data"))) {
        assertTrue(refusal(way).contains("process " + ProcessHandle.current().pid()));
      }
      assertTrue(lines.isEmpty());
    }
    open(path()).close();
  }

  @Test
  void aSecondServerIsRefusedUntilTheFirstIsKilled() throws Exception {
    try (var first = new RedisGround(path()).child()) {
      assertTrue(first.said().startsWith("up "), first.said());
      var expected =
          path().toRealPath()
              + " belongs to the server that runs as process "
              + first.pid()
              + "; use --data with another directory or stop process "
              + first.pid();

      assertEquals(expected, refusal(path()));
      try (var second = new RedisGround(path()).child()) {
        assertEquals("refused " + expected, second.said());
      }
      // The refused process does not take the lock away from the first.
      assertEquals(expected, refusal(path()));

      first.kill9();
      open(path()).close();
    }
    RedisProcesses.of(new RedisFiles(path().toRealPath().resolve("redis")))
        .forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void aFileIsNoDirectory() throws Exception {
    Files.writeString(path(), "");

    assertEquals(
        "cannot use " + path() + ": it is not a directory; use --data with a directory",
        refusal(path()));
    assertEquals(
        "cannot use "
            + path().resolve("below")
            + ": a part of the path is a file, not a directory; use --data with another directory",
        refusal(path().resolve("below")));
  }

  @Test
  void aPathThatIsTooLongIsSaid() {
    var path = temporary.resolve("n".repeat(300));

    assertEquals(
        "cannot use "
            + path
            + ": the path is too long for this system; use --data with a shorter one",
        refusal(path));
  }

  @Test
  void whereNothingCanBeMadeIsSaid() {
    var path = Path.of("/proc/self/tenure");

    assertTrue(refusal(path).startsWith("cannot use " + path + ": "), refusal(path));
    assertTrue(refusal(path).endsWith("use --data with another directory"), refusal(path));
  }

  private Path path() {
    return temporary.resolve("data");
  }

  private DataDirectory open(Path path) {
    return DataDirectory.open(path, lines::add);
  }

  private String refusal(Path path) {
    return String.valueOf(
        assertThrows(StoreUnusableException.class, () -> open(path).close()).getMessage());
  }

  private static String mode(Path path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
