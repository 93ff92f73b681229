package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts the private Redis, as often as necessary. Its methods use the disk and start programs, one
 * of them at a time: not for an event loop.
 */
final class RedisLauncher {

  /** The started process, and the length of the log before its start. */
  record Launched(ProcessHandle process, long logBytesBefore) {}

  private final RedisFiles home;
  private final String searchPath;
  private final Consumer<String> log;
  private RedisFinder.@Nullable Found found;

  RedisLauncher(RedisFiles home, String searchPath, Consumer<String> log) {
    this.home = home;
    this.searchPath = searchPath;
    this.log = log;
  }

  /** Starts a Redis. No other Redis of this home may be alive. */
  Launched start(PrivateAddress address) throws IOException {
    var executable = executable();
    try {
      home.boundLog();
      home.clean();
      home.configure(address);
    } catch (IOException trouble) {
      throw StoreUnusableException.of(home.directory(), trouble);
    }
    try {
      long logBytes = home.logBytes();
      return new Launched(RedisProcesses.start(executable, home, searchPath), logBytes);
    } catch (IOException refused) {
      found = null;
      throw new StoreUnusableException("cannot start " + executable + ": " + refused.getMessage());
    }
  }

  private Path executable() {
    try {
      if (found == null || !Files.isExecutable(found.path())) {
        found = new RedisFinder(searchPath, home.directory(), home.oldestToRead(), log).find();
        home.isWrittenBy(found.version());
      }
      return found.path();
    } catch (IOException trouble) {
      throw StoreUnusableException.of(home.directory(), trouble);
    }
  }
}
