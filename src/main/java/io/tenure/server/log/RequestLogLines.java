package io.tenure.server.log;

import io.tenure.api.Operation;
import io.tenure.door.RequestLog;
import org.jspecify.annotations.Nullable;

/** A line in the log for each request that was answered. */
public final class RequestLogLines implements RequestLog {

  private static final String ROOM = "door";
  private static final int NANOS_PER_MICRO = 1_000;

  private final Log log;

  public RequestLogLines(Log log) {
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
  public void answered(@Nullable Operation operation, int status) {
    String asked = operation == null ? "unknown" : operation.spelling();
    log.line(
        LogLine.info(ROOM, "%s on a stream is answered %d".formatted(asked, status))
            .with("op", asked)
            .with("status", status));
  }
}
