package io.tenure.server.log;

import io.tenure.api.Operation;
import io.tenure.door.RequestLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Logs a line for each answered request. */
public final class RequestLogLines implements RequestLog {

  private static final int NANOS_PER_MICRO = 1_000;

  private final Logger log;

  public RequestLogLines(Logger log) {
    this.log = log;
  }

  @Override
  public void answered(String method, String path, int status, long nanos) {
    log.atInfo()
        .addKeyValue("method", method)
        .addKeyValue("path", path)
        .addKeyValue("status", status)
        .addKeyValue("micros", nanos / NANOS_PER_MICRO)
        .log("%s %s is answered %d".formatted(method, path, status));
  }

  @Override
  public void answered(@Nullable Operation operation, int status) {
    String asked = operation == null ? "unknown" : operation.spelling();
    log.atInfo()
        .addKeyValue("op", asked)
        .addKeyValue("status", status)
        .log("%s on a stream is answered %d".formatted(asked, status));
  }
}
