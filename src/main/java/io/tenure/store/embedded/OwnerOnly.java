package io.tenure.store.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Writes files that only their owner may read, where the system knows such permissions. */
public final class OwnerOnly {

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private OwnerOnly() {}

  /** Appends to a file, and makes it if need be. It is on the disk when this method returns. */
  public static void append(Path file, byte[] bytes) throws IOException {
    try (var channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.DSYNC),
            AtomicFile.ownerOnly(file, "rw-------"))) {
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
    }
  }

  /** Replaces the whole content: after a crash, the file has the old one or the new one. */
  public static void replace(Path file, byte[] bytes) throws IOException {
    AtomicFile.replace(file, bytes);
  }

  /**
   * Takes a file or a directory from all other users, as far as the system permits that: a file may
   * belong to another user, or lie on a disk without permissions. A link stays as it is.
   */
  public static void restrict(Path path) {
    try {
      var view =
          Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
      if (view == null || !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      var found = view.readAttributes();
      var permissions = found.permissions();
      if ((found.isRegularFile() || found.isDirectory()) && permissions.retainAll(OWNERS)) {
        view.setPermissions(permissions);
      }
    } catch (IOException goneOrNotOurs) {
      // The file stays as it is.
    }
  }
}
