package io.tenure.door;

import io.tenure.wire.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * One request at an {@link AnnexRoute}, and its one answer. The body of the request is not read.
 * Owned by the event loop of the connection.
 */
public interface AnnexExchange {

  HttpServerRequest request();

  /** Sends an answer that no cache may store. */
  void answer(int status, CharSequence type, Buffer body);

  /** Sends an answer that has its headers for caches already; {@code body} is null without one. */
  void answerCacheable(int status, @Nullable Buffer body);

  /** Sends an answer that has one header more, and no body. */
  void answerEmpty(int status, CharSequence header, String value);

  void refuse(Problem problem);

  /**
   * Leaves the answer to the annex, which writes it to the response, or makes a WebSocket of the
   * request. The exchange notes when the answer has ended.
   */
  HttpServerResponse takeOver();
}
