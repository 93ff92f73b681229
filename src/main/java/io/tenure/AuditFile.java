package io.tenure;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Keeps the audit beside the data, a JSON object a line, in a file that is on the disk before the
 * next is written. When one is full it is put by, and the oldest goes. Written by a thread of its
 * own; what it cannot write it says on the log, where every line is as well.
 */
final class AuditFile implements Log {

  static final String NAME = "audit.log";

  /** What was set at the last start, to tell what has changed since. */
  static final String SETTINGS = "settings";

  /** Some ten thousand lines. */
  private static final long BYTES_MAX = 4 << 20;

  /** Put by, beside the one that is written. */
  private static final int FILES_KEPT = 4;

  private final Path directory;
  private final long bytesMax;
  private final Log trouble;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "audit");
            thread.setDaemon(true);
            return thread;
          });

  AuditFile(Path directory, Log trouble) {
    this(directory, BYTES_MAX, trouble);
  }

  AuditFile(Path directory, long bytesMax, Log trouble) {
    this.directory = directory;
    this.bytesMax = bytesMax;
    this.trouble = trouble;
  }

  @Override
  public void line(LogLine line) {
    Instant now = Instant.now();
    try {
      writer.execute(() -> write(LogForm.JSON.write(now, line)));
    } catch (RejectedExecutionException closed) {
      trouble.line(LogLine.warn(AuditLog.ROOM, "the server stops: not kept in " + NAME));
    }
  }

  /** Tells {@code audit} what is set otherwise than at the last start, and remembers this one. */
  void compare(Map<String, String> settings, AuditLog audit) {
    writer.execute(
        () -> {
          try {
            audit.changed(lastSettings(), settings);
            remember(settings);
          } catch (IOException | UncheckedIOException unwritable) {
            complain(unwritable);
          }
        });
  }

  /** Writes what it was told, and nothing more. */
  void close() {
    writer.shutdown();
  }

  private void write(String line) {
    Path file = directory.resolve(NAME);
    try {
      if (Files.exists(file) && Files.size(file) >= bytesMax) {
        putBy();
      }
      Files.writeString(
          file,
          line + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.DSYNC);
    } catch (IOException unwritable) {
      complain(unwritable);
    }
  }

  private void putBy() throws IOException {
    for (int age = FILES_KEPT; age > 0; age--) {
      Path younger = directory.resolve(age == 1 ? NAME : NAME + "." + (age - 1));
      if (Files.exists(younger)) {
        Files.move(
            younger, directory.resolve(NAME + "." + age), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private Map<String, String> lastSettings() throws IOException {
    Map<String, String> settings = new TreeMap<>();
    Path file = directory.resolve(SETTINGS);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          settings.put(line.substring(0, equals), line.substring(equals + 1));
        }
      }
    }
    return settings;
  }

  private void remember(Map<String, String> settings) throws IOException {
    Path fresh = directory.resolve(SETTINGS + ".new");
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(fresh), false, StandardCharsets.UTF_8)) {
      settings.forEach((setting, value) -> out.println(setting + "=" + value));
    }
    Files.move(fresh, directory.resolve(SETTINGS), StandardCopyOption.REPLACE_EXISTING);
  }

  private void complain(Exception unwritable) {
    trouble.line(
        LogLine.warn(AuditLog.ROOM, "nothing could be written beside the data: " + unwritable));
  }
}
