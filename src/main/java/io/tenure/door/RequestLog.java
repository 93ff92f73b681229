package io.tenure.door;

import io.tenure.api.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Receives a report of every answer of every protocol, if an operator enabled this log. A report
 * has no name, no id and no other content of the request. Called on any loop.
 */
public interface RequestLog {

  RequestLog NONE =
      new RequestLog() {
        @Override
        public void answered(String method, String path, int status, long nanos) {}

        @Override
        public void answered(@Nullable Operation operation, int status) {}
      };

  /**
   * Reports an answer over HTTP.
   *
   * @param path the path as openapi.yaml spells it, with names in braces
   * @param nanos the time from the head of the request to the beginning of its answer
   */
  void answered(String method, String path, int status, long nanos);

  /**
   * Reports an answer on a stream to a text message; {@code operation} is null when the message
   * named no operation.
   */
  void answered(@Nullable Operation operation, int status);
}
