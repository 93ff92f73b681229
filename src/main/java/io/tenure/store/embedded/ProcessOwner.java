package io.tenure.store.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Tells the processes of this server's own user from those that have only the same arguments, which
 * every user can give to a program. Its methods ask the system.
 *
 * @param proc the files in which Linux describes each process
 */
record ProcessOwner(Path proc) {

  static final ProcessOwner OF_SYSTEM = new ProcessOwner(Path.of("/proc"));

  private static final String USERS = "Uid:";

  /**
   * Whether a process runs as this user, and in this directory. Other users cannot enter the
   * directory of a private Redis, so none of their processes works there; a program that takes on
   * the rights of its owner still has the user that started it among its users.
   */
  boolean works(ProcessHandle process, Path directory) {
    if (!Files.exists(proc.resolve("self"), LinkOption.NOFOLLOW_LINKS)) {
      return process.info().user().equals(ProcessHandle.current().info().user());
    }
    var described = proc.resolve(Long.toString(process.pid()));
    try {
      return users(described).equals(users(proc.resolve("self"))) && isIn(described, directory);
    } catch (IOException gone) {
      return false;
    }
  }

  /** The users of a process: the one that started it, and those with rights that it has. */
  private static String users(Path described) throws IOException {
    try (var lines = Files.lines(described.resolve("status"), StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> line.startsWith(USERS)).findFirst().orElse("");
    }
  }

  /** A container may forbid to look at the directory of a process: then its user decides. */
  private static boolean isIn(Path described, Path directory) throws IOException {
    try {
      return Files.isSameFile(described.resolve("cwd"), directory);
    } catch (NoSuchFileException gone) {
      throw gone;
    } catch (IOException forbidden) {
      return true;
    }
  }
}
