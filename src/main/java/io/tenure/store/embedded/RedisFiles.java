package io.tenure.store.embedded;

import io.tenure.store.embedded.AtomicFile.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The files of the private Redis, all in one directory of their own. Its methods use the disk. */
record RedisFiles(Path directory) {

  private static final long LOG_BYTES_MAX = 4 << 20;

  Path socket() {
    return directory.resolve("redis.sock");
  }

  Path log() {
    return directory.resolve("redis.log");
  }

  /** The output of the Redis before it has read the path of its log. */
  Path output() {
    return directory.resolve("redis.out");
  }

  Path configuration() {
    return directory.resolve("redis.conf");
  }

  AtomicFile address() {
    return new AtomicFile(directory.resolve("address"));
  }

  /**
   * The oldest Redis that understands the data: the one that wrote it. An older one would begin
   * with nothing, because it looks for its data elsewhere.
   */
  RedisVersion oldestToRead() throws IOException {
    var writer = writer().read();
    var version = writer.state() == State.WHOLE ? RedisVersion.of(writer.text()) : null;
    return version == null ? RedisVersion.OLDEST : version;
  }

  /** Records the version that writes the data, before that version may write. */
  void isWrittenBy(RedisVersion version) throws IOException {
    if (oldestToRead().isOlderThan(version)) {
      writer().write(version.full() + "\n");
    }
  }

  private AtomicFile writer() {
    return new AtomicFile(directory.resolve("written-by"));
  }

  /** Takes the files from all other users: an older server left them open to be read. */
  void restrict() throws IOException {
    if (!Files.exists(output())) {
      OwnerOnly.append(output(), new byte[0]);
    }
    try (var files = Files.walk(directory)) {
      for (var file : files.toList()) {
        OwnerOnly.restrict(file);
      }
    } catch (UncheckedIOException goneMeanwhile) {
      // A Redis that still runs replaces its files; the next start sees the others.
    }
  }

  /** Removes the files that an ended Redis left behind and no other needs. */
  void clean() throws IOException {
    Files.deleteIfExists(socket());
    try (var halfRewritten = Files.newDirectoryStream(directory, "temp-*.aof")) {
      for (var file : halfRewritten) {
        Files.deleteIfExists(file);
      }
    }
  }

  long logBytes() throws IOException {
    return Files.exists(log()) ? Files.size(log()) : 0;
  }

  /** A Redis opens its log for each line, so that the file may be moved at any time. */
  void boundLog() throws IOException {
    if (Files.exists(log()) && Files.size(log()) > LOG_BYTES_MAX) {
      Files.move(log(), directory.resolve("redis.log.1"), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  void configure(PrivateAddress address) throws IOException {
    var lines = new ArrayList<String>();
    lines.add("# Written anew at every start: changes are lost.");
    lines.addAll(address.configuration());
    lines.addAll(
        List.of(
            "daemonize no",
            "logfile " + quoted(log().toString()),
            "loglevel notice",
            "always-show-logo no",
            "appendonly yes",
            // Acknowledged means durable.
            "appendfsync always",
            "no-appendfsync-on-rewrite no",
            // The part that a crash tore off at the end was never acknowledged.
            "aof-load-truncated yes",
            "aof-use-rdb-preamble yes",
            "auto-aof-rewrite-percentage 100",
            "auto-aof-rewrite-min-size 64mb",
            "save \"\"",
            // Better to refuse a lease than to forget one.
            "maxmemory-policy noeviction",
            "maxclients 1000"));
    var text = String.join("\n", lines) + "\n";
    AtomicFile.replace(configuration(), text.getBytes(StandardCharsets.UTF_8));
  }

  /** As one word of a Redis configuration. */
  static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\x%02x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
