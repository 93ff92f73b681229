package io.tenure.door;

import io.tenure.api.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Receives a report of every answer, of every protocol, if an operator enabled it. A report has no
 * name, no id and no other content of the request. Called on any loop.
 */
public interface RequestLog {

  RequestLog NOBODY =
      new RequestLog() {
        @Override
        public void answered(String method, String path, int status, long nanos) {}

        @Override
        public void answered(@Nullable Operation operation, int status) {}
      };

  /**
   * An answer over HTTP.
   *
   * @param path the path of the description, with names in braces
   * @param nanos from the head of the request until its answer was begun
   */
  void answered(String method, String path, int status, long nanos);

  /**
   * An answer on a stream to a text message; {@code operation} is null when the message named none.
   */
  void answered(@Nullable Operation operation, int status);
}
