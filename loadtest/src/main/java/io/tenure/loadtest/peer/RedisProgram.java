package io.tenure.loadtest.peer;

import io.tenure.loadtest.gauge.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The Redis of this machine, else the one in the jar of Tenure. */
record RedisProgram(String command, String version) {

  private static final String BUNDLED =
      System.getProperty("os.arch").equals("aarch64")
          ? "redis-server-6.2.7-linux-arm64"
          : "redis-server-6.2.6-v5-linux-amd64";

  /**
   * The link that {@code loadtest/install-peers} makes, where a Tenure on this machine does not
   * find it.
   */
  private static final String OURS = Path.of("loadtest", "peers", "redis-server").toString();

  static RedisProgram find() {
    for (String command : List.of(OURS, "redis-server")) {
      String version = Machine.said(command, "--version");
      if (!version.isEmpty()) {
        return new RedisProgram(command, version);
      }
    }
    return new RedisProgram("", BUNDLED + ", which comes along");
  }

  Path in(Path directory) {
    if (!command.isEmpty()) {
      return Path.of(command);
    }
    Path program = directory.resolve(BUNDLED);
    try (InputStream in = RedisProgram.class.getResourceAsStream("/" + BUNDLED)) {
      if (in == null) {
        throw new MissingPeerException("redis-server", "run loadtest/install-peers");
      }
      Files.copy(in, program);
      if (!program.toFile().setExecutable(true)) {
        throw new IllegalStateException(program + " cannot be made executable");
      }
      return program;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
