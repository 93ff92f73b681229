package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import io.tenure.store.embedded.AtomicFile.State;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directory with the data of one server, locked for one process at a time. The system releases
 * the lock when that server dies, however it dies.
 */
public final class DataDirectory implements AutoCloseable {

  /** Asked before the lock: to close a second channel on it would drop the first one's lock. */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  /** Apart from the number of the process, which others must be able to read. */
  private static final long LOCKED_BYTE = 1L << 40;

  private static final int PID_BYTES_MAX = 20;
  private static final int NAME_BYTES = 12;
  private static final Pattern NAME = Pattern.compile("tenure-[0-9a-f]{24}\n");

  private final Path path;
  private final FileChannel lock;
  private final String serverName;

  private DataDirectory(Path path, FileChannel lock, String serverName) {
    this.path = path;
    this.lock = lock;
    this.serverName = serverName;
  }

  /**
   * Makes the directory if need be and locks it. Waits for the disk: not for an event loop.
   *
   * @param log gets one line for each problem that was found and repaired
   * @throws StoreUnusableException if the directory cannot be used
   */
  public static DataDirectory open(Path wanted, Consumer<String> log) {
    try {
      var path = made(wanted.toAbsolutePath().normalize());
      if (!HELD_HERE.add(path)) {
        throw taken(path, Long.toString(ProcessHandle.current().pid()));
      }
      try {
        return taken(path, log);
      } catch (IOException | RuntimeException refused) {
        HELD_HERE.remove(path);
        throw refused;
      }
    } catch (IOException trouble) {
      throw StoreUnusableException.of(wanted.toAbsolutePath(), trouble);
    }
  }

  /** Its real path: no part of it is a symbolic link. */
  public Path path() {
    return path;
  }

  /** The same for every server that this directory belonged to. */
  public String serverName() {
    return serverName;
  }

  /** Another server may lock it from now on. */
  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException given) {
      // The system releases the lock at the latest when this process ends.
    } finally {
      HELD_HERE.remove(path);
    }
  }

  /** A directory inside, readable by its owner only. */
  Path inside(String name) throws IOException {
    var inside = path.resolve(name);
    if (!Files.isDirectory(inside)) {
      make(inside);
    }
    OwnerOnly.restrict(inside);
    return inside;
  }

  private static Path made(Path path) throws IOException {
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw new StoreUnusableException(
          "cannot use " + path + ": it is not a directory; use --data with a directory",
          new NotDirectoryException(path.toString()));
    }
    if (!Files.exists(path)) {
      var parent = path.getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      make(path);
    }
    return path.toRealPath();
  }

  private static void make(Path directory) throws IOException {
    try {
      Files.createDirectory(directory, AtomicFile.ownerOnly(directory, "rwx------"));
    } catch (FileAlreadyExistsException someoneWasFaster) {
      if (!Files.isDirectory(directory)) {
        throw someoneWasFaster;
      }
    }
  }

  private static DataDirectory taken(Path path, Consumer<String> log) throws IOException {
    var channel =
        FileChannel.open(
            path.resolve("lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            AtomicFile.ownerOnly(path, "rw-------"));
    try {
      if (channel.tryLock(LOCKED_BYTE, 1, false) == null) {
        throw taken(path, written(channel));
      }
      channel.truncate(0);
      var pid = ProcessHandle.current().pid() + "\n";
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      return new DataDirectory(path, channel, name(path, log));
    } catch (IOException | RuntimeException refused) {
      channel.close();
      throw refused;
    }
  }

  private static StoreUnusableException taken(Path path, @Nullable String pid) {
    return pid == null
        ? new StoreUnusableException(
            path
                + " belongs to another server that is running;"
                + " use --data with another directory or stop that server")
        : new StoreUnusableException(
            path
                + " belongs to the server that runs as process "
                + pid
                + "; use --data with another directory or stop process "
                + pid);
  }

  private static @Nullable String written(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(PID_BYTES_MAX);
    channel.read(bytes, 0);
    var pid = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).strip();
    return pid.isEmpty() ? null : pid;
  }

  private static String name(Path path, Consumer<String> log) throws IOException {
    var file = new AtomicFile(path.resolve("server-name"));
    var kept = file.read();
    if (kept.state() == State.WHOLE && NAME.matcher(kept.text()).matches()) {
      return kept.text().strip();
    }
    var random = new byte[NAME_BYTES];
    new SecureRandom().nextBytes(random);
    var name = "tenure-" + HexFormat.of().formatHex(random);
    file.write(name + "\n");
    if (kept.state() != State.MISSING) {
      log.accept(file.path() + " was damaged: this server goes by the new name " + name);
    }
    return name;
  }
}
