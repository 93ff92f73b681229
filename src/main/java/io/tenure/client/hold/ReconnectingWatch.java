package io.tenure.client.hold;

import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchEventReader;
import io.tenure.client.calls.WatchRequest;
import io.tenure.client.error.ClientErrors;
import io.tenure.client.error.UnreachableException;
import io.tenure.client.transport.RawWatchEvent;
import io.tenure.client.transport.Transport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/**
 * Keeps one watch alive over many connections. Each connection goes on at the end of the one
 * before, and no event is delivered twice. Without a known position, the server is asked for a new
 * snapshot: so there is a {@link WatchEvent.Resync} and never a silent gap. For one subscription.
 */
public final class ReconnectingWatch {

  private final Transport transport;
  private final WatchRequest what;
  private final Duration timeout;

  /** The last delivered revision of each shard. Revisions of a shard only grow. */
  private final Map<Integer, Long> told = new HashMap<>();

  private @Nullable String cursor;
  private boolean began;

  private ReconnectingWatch(Transport transport, WatchRequest what, Duration timeout) {
    this.transport = transport;
    this.what = what;
    this.timeout = timeout;
    cursor = what.cursor();
  }

  public static Flux<WatchEvent> of(Transport transport, WatchRequest what, ClientContext context) {
    return Flux.defer(
        () -> {
          ReconnectingWatch watch = new ReconnectingWatch(transport, what, context.timeout());
          return watch
              .connection()
              .retryWhen(
                  context
                      .persistence(context.timeout())
                      .backOff()
                      .transientErrors(true)
                      .filter(thrown -> !RequestRetrier.isDefinite(thrown)));
        });
  }

  /**
   * Emits events until the connection breaks: a regular end is an error as well, and leads to the
   * next connection.
   */
  private Flux<WatchEvent> connection() {
    return Flux.defer(() -> transport.watch(from().target(), timeout))
        .handle(this::tell)
        .concatWith(Flux.error(() -> new UnreachableException("the watch has ended", null)))
        .onErrorMap(thrown -> ClientErrors.translated(what.prefix(), thrown));
  }

  private WatchRequest from() {
    return began && cursor == null ? what.fromStart() : what.from(cursor);
  }

  /**
   * Works downstream of every buffer: the position moves at the delivery of events and not before.
   */
  private void tell(RawWatchEvent event, SynchronousSink<WatchEvent> sink) {
    began = true;
    if (event.cursor() != null) {
      cursor = event.cursor();
    }
    WatchEvent says = WatchEventReader.of(event);
    if (says != null && isNew(says)) {
      sink.next(says);
    }
  }

  private boolean isNew(WatchEvent event) {
    if (!(event instanceof WatchEvent.Happened happened)) {
      return true;
    }
    Long last = told.get(happened.shard());
    if (last != null && happened.revision() <= last) {
      return false;
    }
    told.put(happened.shard(), happened.revision());
    return true;
  }
}
