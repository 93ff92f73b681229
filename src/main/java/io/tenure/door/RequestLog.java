package io.tenure.door;

import io.tenure.api.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Hears of every answer, at whichever door, where an operator asked for that. It is told no name,
 * no id and nothing else that was sent. Called on any loop.
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
   * Over HTTP.
   *
   * @param path as it is described, with names in braces
   * @param nanos from the head of the request until its answer was begun
   */
  void answered(String method, String path, int status, long nanos);

  /** On a stream, in a text; {@code op} is null where nobody could tell what was asked for. */
  void answered(@Nullable Operation operation, int status);
}
