package io.tenure;

import io.tenure.door.RequestLog;
import io.tenure.wire.Op;
import org.jspecify.annotations.Nullable;

/** A line in the log for each request that was answered. */
final class RequestLines implements RequestLog {

  private static final String ROOM = "door";
  private static final int NANOS_PER_MICRO = 1_000;

  private final Log log;

  RequestLines(Log log) {
    this.log = log;
  }

  @Override
  public void answered(String method, String path, int status, long nanos) {
    log.line(
        LogLine.info(ROOM, "%s %s is answered %d".formatted(method, path, status))
            .with("method", method)
            .with("path", path)
            .with("status", status)
            .with("micros", nanos / NANOS_PER_MICRO));
  }

  @Override
  public void answered(@Nullable Op op, int status) {
    String asked = op == null ? "unknown" : op.spelling();
    log.line(
        LogLine.info(ROOM, "%s on a stream is answered %d".formatted(asked, status))
            .with("op", asked)
            .with("status", status));
  }
}
