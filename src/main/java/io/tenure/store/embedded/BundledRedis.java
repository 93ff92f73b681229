package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * A Redis in the jar, for a machine with Linux that has none. It can only run as a file, so the
 * server writes it to the disk once.
 */
record BundledRedis(String resource, long bytes, long crc, String sha256) {

  private static final BundledRedis LINUX_X64 =
      new BundledRedis(
          "redis-server-6.2.6-v5-linux-amd64",
          9_701_528,
          0x0b855641L,
          "1f716094e08a25faee2bc7626feb9e13464ed89018ac5c376c5e9cff06bdcf52");
  private static final BundledRedis LINUX_X86 =
      new BundledRedis(
          "redis-server-6.2.7-linux-386",
          4_238_724,
          0x19d1fbc4L,
          "7439d339751e396cef7205a3169c96f1c53661f65d473b8d086e2d1826f48145");
  private static final BundledRedis LINUX_ARM =
      new BundledRedis(
          "redis-server-6.2.7-linux-arm64",
          3_547_712,
          0x83114683L,
          "036a23aa65bfb31d2a048aa96c170b38c2fbd4f1de68ef0f9c3133dd4b1474cd");
  static final List<BundledRedis> ALL = List.of(LINUX_X64, LINUX_X86, LINUX_ARM);

  private static final int BUFFER_BYTES = 1 << 16;

  /** The bundled programs that may run on such a machine, the best first. */
  static List<BundledRedis> suiting(String system, String architecture) {
    if (!system.toLowerCase(Locale.ROOT).startsWith("linux")) {
      return List.of();
    }
    return switch (architecture) {
      // The first needs the C library and OpenSSL 3 of the system, the second nothing at all.
      case "amd64", "x86_64" -> List.of(LINUX_X64, LINUX_X86);
      case "x86", "i386" -> List.of(LINUX_X86);
      case "aarch64" -> List.of(LINUX_ARM);
      default -> List.of();
    };
  }

  /** The executable inside {@code directory}, written anew if it is missing or damaged. */
  Path in(Path directory) throws IOException {
    var path = directory.resolve(resource);
    if (!isWhole(path)) {
      extract(path);
    }
    return path;
  }

  /**
   * A checksum of its bytes is enough to find damage, and forty times as fast as a digest at start.
   */
  private boolean isWhole(Path path) throws IOException {
    if (!Files.isExecutable(path) || Files.size(path) != bytes) {
      return false;
    }
    var sum = new CRC32();
    var buffer = new byte[BUFFER_BYTES];
    try (var in = Files.newInputStream(path)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        sum.update(buffer, 0, read);
      }
    }
    return sum.getValue() == crc;
  }

  private void extract(Path path) throws IOException {
    var fresh = path.resolveSibling(resource + ".new");
    Files.deleteIfExists(fresh);
    try {
      write(fresh);
      AtomicFile.moveInto(fresh, path);
    } catch (IOException | RuntimeException incomplete) {
      Files.deleteIfExists(fresh);
      throw incomplete;
    }
  }

  private void write(Path fresh) throws IOException {
    try (var in = open();
        var file =
            FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                AtomicFile.ownerOnly(fresh, "rwx------"))) {
      var digest = sha256Digest();
      in.transferTo(new DigestOutputStream(Channels.newOutputStream(file), digest));
      file.force(true);
      if (!HexFormat.of().formatHex(digest.digest()).equals(sha256)) {
        throw new StoreUnusableException(
            "the bundled " + resource + " is damaged; install the server again");
      }
    }
  }

  InputStream open() {
    var in = BundledRedis.class.getResourceAsStream("/" + resource);
    if (in == null) {
      throw new StoreUnusableException(
          "no bundled " + resource + " on the class path; install redis-server");
    }
    return in;
  }

  static MessageDigest sha256Digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
