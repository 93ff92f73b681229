package io.tenure.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * A short text file that is replaced as a whole, survives a crash, and is readable by its owner
 * only. Its last line is a checksum of the others, so that a torn file is recognised.
 */
record AtomicFile(Path path) {

  private static final int BYTES_MAX = 1 << 20;
  private static final String CHECK = "check ";

  enum State {
    WHOLE,
    MISSING,
    TORN
  }

  /** The {@code text} is empty unless the file is whole. */
  record Content(State state, String text) {}

  Content read() throws IOException {
    try {
      if (Files.size(path) > BYTES_MAX) {
        return new Content(State.TORN, "");
      }
      var all = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
      int end = all.lastIndexOf(CHECK);
      var text = all.substring(0, Math.max(end, 0));
      return end >= 0 && all.substring(end).equals(check(text))
          ? new Content(State.WHOLE, text)
          : new Content(State.TORN, "");
    } catch (NoSuchFileException missing) {
      return new Content(State.MISSING, "");
    }
  }

  /**
   * Writes {@code text}, which ends with the end of a line. It is on the disk when this method
   * returns.
   */
  void write(String text) throws IOException {
    var parts = text + check(text);
    replace(path, parts.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Replaces the content of {@code path} by {@code bytes}: after a crash, the file has one of the
   * two.
   */
  static void replace(Path path, byte[] bytes) throws IOException {
    var fresh = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    try {
      write(fresh, bytes);
      moveInto(fresh, path);
    } catch (IOException incomplete) {
      Files.deleteIfExists(fresh);
      throw incomplete;
    }
  }

  private static void write(Path fresh, byte[] bytes) throws IOException {
    try (var channel =
        FileChannel.open(
            fresh,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            ownerOnly(fresh, "rw-------"))) {
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
  }

  /** The name is durable too when this method returns. */
  static void moveInto(Path fresh, Path path) throws IOException {
    Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    if (posix(path)) {
      try (var directory = FileChannel.open(path.getParent(), StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    return posix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static String check(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return CHECK + Long.toHexString(crc.getValue()) + "\n";
  }
}
