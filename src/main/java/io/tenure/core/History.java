package io.tenure.core;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The latest events of a shard, as many as it keeps, for watchers that resume. */
final class History {

  private final @Nullable Event[] ring;
  private long written;

  /** Whoever stands at an earlier revision may have missed something. */
  private long floor;

  History(int historyMax) {
    ring = new Event[historyMax];
  }

  void start(long revision) {
    floor = revision;
  }

  void add(Event event) {
    int at = (int) (written++ % ring.length);
    Event dropped = ring[at];
    if (dropped != null) {
      floor = dropped.revision();
    }
    ring[at] = event;
  }

  boolean reaches(long from) {
    return from >= floor;
  }

  /** True when the latest {@code max} are all that ever happened here. */
  boolean latest(int max, Consumer<Event> reader) {
    long first = Math.max(0, written - Math.min(max, ring.length));
    for (long at = first; at < written; at++) {
      Event event = ring[(int) (at % ring.length)];
      if (event != null) {
        reader.accept(event);
      }
    }
    return first == 0;
  }

  void after(long from, Consumer<Event> reader) {
    for (long at = Math.max(0, written - ring.length); at < written; at++) {
      Event event = ring[(int) (at % ring.length)];
      if (event != null && event.revision() > from) {
        reader.accept(event);
      }
    }
  }
}
