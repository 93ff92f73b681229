package io.tenure.core;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The latest events of a shard, as many as it keeps, for watchers that resume. */
final class History {

  private final @Nullable Event[] ring;
  private long written;

  /** Whoever stands at an earlier revision may have missed something. */
  private long floor;

  /** Of what was before this table nothing is known. */
  private long startedSeconds;

  History(int historyMax) {
    ring = new Event[historyMax];
  }

  void start(long revision, long wallSeconds) {
    floor = revision;
    startedSeconds = wallSeconds;
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

  /** Whether the latest {@code max} are all that happened since it started. */
  boolean fits(int max) {
    return written <= Math.min(max, ring.length);
  }

  /** Tells the latest {@code max}; returns since when they are all that happened. */
  long latest(int max, Consumer<Event> reader) {
    long first = Math.max(0, written - Math.min(max, ring.length));
    for (long at = first; at < written; at++) {
      Event event = ring[(int) (at % ring.length)];
      if (event != null) {
        reader.accept(event);
      }
    }
    Event oldest = first == 0 ? null : ring[(int) (first % ring.length)];
    return oldest == null ? startedSeconds : oldest.atSeconds();
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
