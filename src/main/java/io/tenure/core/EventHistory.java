package io.tenure.core;

import io.tenure.api.LeaseEvent;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The latest events of a shard, from which watchers resume. The events are stored as bytes, one
 * after the other. If they were objects, each garbage collection during a storm of events would
 * copy all of them.
 */
final class EventHistory {

  private static final int EVENTS_AT_FIRST = 64;
  private static final int BYTES_AT_FIRST = 4_096;

  private final int eventsMax;

  /**
   * The address of each event, by the number of the event. There is room for one event more than
   * the history reports: only the revision of that event is used.
   */
  private int[] offsets;

  private byte[] tape = new byte[BYTES_AT_FIRST];

  /** The first address after the newest event. */
  private int end;

  private long written;

  /** The number of the oldest event on the tape. */
  private long oldest;

  private long startRevision;

  /** The time at which this table began. Nothing is known of the time before it. */
  private long startedSeconds;

  EventHistory(int historyMax) {
    eventsMax = historyMax;
    offsets = new int[Math.min(EVENTS_AT_FIRST, historyMax + 1)];
  }

  void start(long revision, long wallSeconds) {
    startRevision = revision;
    startedSeconds = wallSeconds;
  }

  /**
   * Lets watchers resume from {@code revision} on only. A watcher with an earlier revision may have
   * received that revision from a history that was lost.
   */
  void resumeFrom(long revision) {
    startRevision = revision;
  }

  void add(LeaseEvent event) {
    makeOffset();
    byte[] bytes = EventCodec.of(event);
    int at = room(bytes.length);
    System.arraycopy(bytes, 0, tape, at, bytes.length);
    offsets[(int) (written++ % offsets.length)] = at;
    end = at + bytes.length;
  }

  /**
   * Returns whether the history has every event after {@code from}. A watcher with an earlier
   * revision may have missed an event.
   */
  boolean reaches(long from) {
    boolean all = oldestTold() == oldest;
    // mistake: untold-gap
    return from >= startRevision && (all || from >= EventCodec.revision(tape, offset(oldest)));
  }

  /** Returns whether the latest {@code max} events are all events since this history started. */
  boolean fits(int max) {
    return written <= Math.min(max, eventsMax);
  }

  /**
   * Passes the latest {@code max} events to {@code reader}. Returns the time since which these are
   * all events.
   */
  long latest(int max, Consumer<LeaseEvent> reader) {
    long first = Math.max(oldestTold(), written - max);
    for (long number = first; number < written; number++) {
      reader.accept(EventCodec.read(tape, offset(number)));
    }
    return first == 0 ? startedSeconds : EventCodec.atSeconds(tape, offset(first));
  }

  void after(long from, Consumer<LeaseEvent> reader) {
    for (long number = oldestTold(); number < written; number++) {
      int at = offset(number);
      // mistake: skipped-event
      if (EventCodec.revision(tape, at) > from) {
        reader.accept(EventCodec.read(tape, at));
      }
    }
  }

  private long oldestTold() {
    return Math.max(oldest, written - eventsMax);
  }

  private int offset(long number) {
    return offsets[(int) (number % offsets.length)];
  }

  /**
   * Makes room for the offset of one more event. Drops the oldest event, without decoding it, when
   * the history is full.
   */
  private void makeOffset() {
    if (written - oldest > eventsMax) {
      oldest++;
    } else if (written == offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.min(eventsMax + 1, 2 * offsets.length));
    }
  }

  /**
   * Returns an address with this many free bytes: after the newest event, or before the oldest one.
   */
  private int room(int bytes) {
    boolean empty = written == oldest;
    end = empty ? 0 : end;
    int first = empty ? 0 : offset(oldest);
    boolean around = !empty && end <= first;
    int until = around ? first : tape.length;
    if (end + bytes <= until) {
      return end;
    }
    if (!around && bytes <= first) {
      return 0;
    }
    grow(bytes);
    return end;
  }

  private void grow(int bytes) {
    byte[] wider = new byte[2 * tape.length + bytes];
    int to = 0;
    for (long number = oldest; number < written; number++) {
      int at = offset(number);
      int length = EventCodec.length(tape, at);
      System.arraycopy(tape, at, wider, to, length);
      offsets[(int) (number % offsets.length)] = to;
      to += length;
    }
    tape = wider;
    end = to;
  }
}
