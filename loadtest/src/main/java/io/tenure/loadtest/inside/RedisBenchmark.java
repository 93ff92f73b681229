package io.tenure.loadtest.inside;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs {@code redis-benchmark}, which writes the same records into the same Redis. */
final class RedisBenchmark {

  /** A stored lease, with a key of 32 bytes. */
  private static final String RECORD =
      "lease slot=1234567 token=910021234567890 secret=00112233445566778899aabbccddeeff"
          + " key=grants/00000001/0123456789012345 holder=worker-17 ttl=60000 since=216950400";

  /** How often it writes each record: it is so fast that a quarter of a second would be chance. */
  private static final int TIMES = 5;

  private RedisBenchmark() {}

  /** Records per second, with as many on their way as {@code connections * pipelined}. */
  static double perSecond(Path socket, int records, int connections, int pipelined) {
    String said =
        said(
            "redis-benchmark",
            "-s",
            socket.toString(),
            "-n",
            Integer.toString(records * TIMES),
            "-r",
            Integer.toString(records),
            "-c",
            Integer.toString(connections),
            "-P",
            Integer.toString(pipelined),
            "--csv",
            "HSET",
            "benchmark",
            "__rand_int__",
            RECORD);
    String[] lines = said.split("\n");
    String[] columns = lines[lines.length - 1].split("\",\"");
    return Double.parseDouble(columns[1].replace("\"", ""));
  }

  /**
   * Stops Redis from rewriting its file whenever the file has doubled: the round of a rewrite would
   * be chance.
   */
  static void rewriteNothing(Path socket) {
    String said =
        said(
            "redis-cli",
            "-s",
            socket.toString(),
            "config",
            "set",
            "auto-aof-rewrite-percentage",
            "0");
    if (!said.equals("OK")) {
      throw new IllegalStateException(said);
    }
  }

  private static String said(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException failed) {
      throw new IllegalStateException("install redis-tools; " + failed.getMessage(), failed);
    }
  }
}
