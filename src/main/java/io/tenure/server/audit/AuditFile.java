package io.tenure.server.audit;

import io.tenure.server.config.Setting;
import io.tenure.server.log.LineSink;
import io.tenure.server.log.LogFormat;
import io.tenure.server.log.LogLine;
import io.tenure.store.embedded.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Stores the audit in the data directory, one JSON object per line. Each line is on the disk before
 * the next write. A full file is set aside, and the oldest file is deleted. A thread of its own
 * writes; it reports write failures in the log, which has every line as well.
 */
public final class AuditFile implements LineSink {

  public static final String NAME = "audit.log";

  /** The settings of the last start, so that changes since then can be reported. */
  static final String SETTINGS = "settings";

  /** Some ten thousand lines. */
  private static final long BYTES_MAX = 4 << 20;

  /** The number of full files, in addition to the one that is written. */
  private static final int FILES_KEPT = 4;

  /**
   * The lines that may wait for the disk: some seconds of a slow disk. Further lines are only
   * counted.
   */
  public static final int WAITING_MAX = 4_096;

  private static final long CLOSE_MILLIS_MAX = 2_000;

  private final Path directory;
  private final long bytesMax;
  private final Logger trouble;
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "audit");
            thread.setDaemon(true);
            return thread;
          });
  private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waitingCount = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicBoolean writing = new AtomicBoolean();

  public AuditFile(Path directory, Logger trouble) {
    this(directory, BYTES_MAX, trouble);
  }

  public AuditFile(Path directory, long bytesMax, Logger trouble) {
    this.directory = directory;
    this.bytesMax = bytesMax;
    this.trouble = trouble;
  }

  @Override
  public void line(LogLine line) {
    if (waitingCount.incrementAndGet() > WAITING_MAX) {
      waitingCount.decrementAndGet();
      dropped.incrementAndGet();
    } else {
      waiting.add(LogFormat.JSON.write(Instant.now(), line));
    }
    if (writing.compareAndSet(false, true)) {
      try {
        writer.execute(this::writeAll);
      } catch (RejectedExecutionException closed) {
        writing.set(false);
        trouble.warn("the server stops: an act is not written to " + NAME);
      }
    }
  }

  /**
   * Reports to {@code audit} the settings that differ from the last start, and stores the present
   * ones.
   */
  public void compare(Map<String, String> settings, AuditLog audit) {
    writer.execute(
        () -> {
          try {
            restrict();
            audit.changed(lastSettings(), settings);
            remember(settings);
          } catch (IOException | UncheckedIOException unwritable) {
            complain(unwritable);
          }
        });
  }

  /**
   * Writes the lines that wait, and nothing more. Completes after the last, or when the disk is
   * stuck.
   */
  public CompletableFuture<Void> close() {
    return CompletableFuture.runAsync(this::writeLast, writer)
        .orTimeout(CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS)
        .exceptionally(
            stuck -> {
              String lost = "the disk did not take the last %d lines".formatted(waitingCount.get());
              trouble.warn(lost);
              return null;
            });
  }

  private void writeLast() {
    writeAll();
    writer.shutdown();
  }

  private void writeAll() {
    writing.set(false);
    for (String line = next(1); line != null; line = next(1)) {
      try {
        write(line);
      } catch (IOException unwritable) {
        complain(unwritable);
      }
    }
  }

  /** Writes it together with all waiting lines that fit: each write is a visit to the disk. */
  private void write(String first) throws IOException {
    Path file = directory.resolve(NAME);
    long room = bytesMax - (Files.exists(file) ? Files.size(file) : 0);
    if (room <= 0) {
      putBy();
      room = bytesMax;
    }
    StringBuilder lines = new StringBuilder(first).append('\n');
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      LogLine told =
          LogLine.warn(AuditLog.ROOM, lost + " lines came faster than they could be written")
              .with("dropped", lost);
      told.sayTo(trouble);
      lines.append(LogFormat.JSON.write(Instant.now(), told)).append('\n');
    }
    for (String line = next(room - lines.length());
        line != null;
        line = next(room - lines.length())) {
      lines.append(line).append('\n');
    }
    OwnerOnly.append(file, lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  private @Nullable String next(long room) {
    String line = room > 0 ? waiting.poll() : null;
    if (line != null) {
      waitingCount.decrementAndGet();
    }
    return line;
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

  /** Leaves out a login that an older version may have written. */
  private Map<String, String> lastSettings() throws IOException {
    Map<String, String> settings = new TreeMap<>();
    Path file = directory.resolve(SETTINGS);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          String name = line.substring(0, equals);
          settings.put(name, Setting.shown(name, line.substring(equals + 1)));
        }
      }
    }
    return settings;
  }

  private void remember(Map<String, String> settings) throws IOException {
    StringBuilder lines = new StringBuilder();
    settings.forEach(
        (setting, value) -> lines.append(setting).append('=').append(value).append('\n'));
    byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
    OwnerOnly.replace(directory.resolve(SETTINGS), bytes);
  }

  private void restrict() {
    OwnerOnly.restrict(directory.resolve(NAME));
    for (int age = 1; age <= FILES_KEPT; age++) {
      OwnerOnly.restrict(directory.resolve(NAME + "." + age));
    }
  }

  private void complain(Exception unwritable) {
    trouble.warn("the audit cannot be written to the data directory: {}", unwritable.toString());
  }
}
