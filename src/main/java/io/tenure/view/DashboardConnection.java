package io.tenure.view;

import io.tenure.door.ServerSentEventBlocks;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * One open dashboard page. A page that reads too slowly misses updates, receives their number, and
 * gets the newest state after them. Owned by the event loop of the connection; calls {@code gone}
 * when the page is closed.
 */
final class DashboardConnection {

  /** The number of updates in ten seconds: a page that reads nothing for so long must reconnect. */
  private static final int MISSED_MAX = 40;

  private static final int QUEUE_BYTES = 1 << 18;

  final SearchTerms sought;
  private final Context context;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Consumer<DashboardConnection> gone;
  private int missed;

  /**
   * Whether the page has received the whole state once; only the dashboard's loop reads this field.
   */
  boolean greeted;

  DashboardConnection(
      Context context,
      HttpServerRequest request,
      SearchTerms sought,
      Consumer<DashboardConnection> gone) {
    this.context = context;
    this.request = request;
    this.sought = sought;
    this.gone = gone;
    response = request.response();
    response.setWriteQueueMaxSize(QUEUE_BYTES);
    response.closeHandler(closed -> gone.accept(this));
    response.exceptionHandler(broken -> gone.accept(this));
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
      gone.accept(this);
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
      byte[] count = Integer.toString(missed).getBytes(StandardCharsets.US_ASCII);
      response.write(ServerSentEventBlocks.event("missed", count, null));
      missed = 0;
    }
    response.write(frame);
  }
}
