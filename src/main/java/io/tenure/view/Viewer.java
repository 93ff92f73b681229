package io.tenure.view;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * One open page. Whoever reads too slowly is not sent what it would not read: it misses beats, is
 * told how many, and sees the newest state after them. Owned by its connection's loop.
 */
final class Viewer {

  /** Ten seconds of them: whoever reads nothing for so long comes again, or does not. */
  private static final int MISSED_MAX = 40;

  private static final int QUEUE_BYTES = 1 << 18;

  final Sought sought;
  private final Context context;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private int missed;

  /** Told everything once; only the board's loop asks. */
  boolean greeted;

  Viewer(Context context, HttpServerRequest request, Sought sought) {
    this.context = context;
    this.request = request;
    this.sought = sought;
    response = request.response();
    response.setWriteQueueMaxSize(QUEUE_BYTES);
  }

  void show(Buffer frame) {
    context.runOnContext(nothing -> write(frame));
  }

  void end() {
    context.runOnContext(
        nothing -> {
          if (!response.ended() && !response.closed()) {
            response.end();
          }
        });
  }

  private void write(Buffer frame) {
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.writeQueueFull()) {
      missed++;
      if (missed > MISSED_MAX) {
        request.connection().close();
      }
      return;
    }
    if (missed > 0) {
      response.write("event: missed\ndata: " + missed + "\n\n");
      missed = 0;
    }
    response.write(frame);
  }
}
