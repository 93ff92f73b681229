package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** Finds in the log of an ended Redis why it ended, and the remedy. */
final class RedisLogDiagnosis {

  private static final int TAIL_BYTES = 8192;
  private static final int LINES = 6;
  private static final int COLUMNS = 300;

  private record Known(String sign, String remedy) {}

  private static final List<Known> KNOWN =
      List.of(
          new Known("no space left", "the disk is full: free some space"),
          new Known("quota exceeded", "the disk quota is used up: free some space"),
          new Known("read-only file system", "the file system is read-only: mount it writable"),
          new Known("address already in use", "its port is taken: stop what listens there"),
          new Known(
              "can't handle rdb format",
              "its data was written by a later version: install that one or a later one"),
          new Known(
              "bad file format",
              "its append-only file is damaged: fix a copy with redis-check-aof --fix,"
                  + " or put a backup in its place"),
          new Known(
              "unexpected end of file",
              "its append-only file ends too early: fix a copy with redis-check-aof --fix,"
                  + " or put a backup in its place"),
          new Known(
              "shared librar", "a library that it needs is missing: install redis-server itself"),
          new Known("out of memory", "there is not enough memory: give the machine more"),
          new Known(
              "permission denied", "a file is not writable for this user: fix its owner or mode"));

  private RedisLogDiagnosis() {}

  /**
   * One line: {@code what} has happened, the reason, the remedy, and the words of the Redis itself.
   */
  static StoreUnusableException about(String what, RedisFiles home, long logBytesBefore) {
    var lines = new ArrayDeque<String>();
    read(home.log(), logBytesBefore, lines);
    read(home.output(), 0, lines);
    if (lines.isEmpty()) {
      return new StoreUnusableException(what + ", and it says nothing about why in " + home.log());
    }
    return new StoreUnusableException(
        what + remedy(lines) + "; the end of " + home.log() + ": " + String.join(" | ", lines));
  }

  private static String remedy(Deque<String> lines) {
    var plain = String.join("\n", lines).toLowerCase(Locale.ROOT);
    return KNOWN.stream()
        .filter(known -> plain.contains(known.sign()))
        .findFirst()
        .map(known -> ": " + known.remedy())
        .orElse("");
  }

  private static void read(Path file, long from, Deque<String> lines) {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      var bytes = ByteBuffer.allocate(TAIL_BYTES);
      long start = Math.max(from <= channel.size() ? from : 0, channel.size() - TAIL_BYTES);
      channel.read(bytes, start);
      new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .forEach(
              line -> {
                if (lines.size() == LINES) {
                  lines.removeFirst();
                }
                lines.add(line.substring(0, Math.min(COLUMNS, line.length())));
              });
    } catch (IOException nothingToRead) {
      // The Redis wrote no log, or could not write one.
    }
  }
}
