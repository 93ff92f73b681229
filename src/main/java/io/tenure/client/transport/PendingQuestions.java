package io.tenure.client.transport;

import io.tenure.wire.ServerMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * Pending requests of one stream, by number. No more requests are under way at once than the server
 * accepts; later ones wait for their turn. May be used by any thread.
 */
final class PendingQuestions {

  /** Fewer than a server lets one stream have under way. */
  static final int UNDER_WAY_MAX = 1_000;

  /** Beyond this limit a caller is better served by a refusal. */
  static final int HELD_MAX = 65_536;

  private static final class Question {
    final MonoSink<ServerMessage> sink;
    final LongConsumer ask;
    long seq = NOT_ASKED;

    Question(MonoSink<ServerMessage> sink, LongConsumer ask) {
      this.sink = sink;
      this.ask = ask;
    }
  }

  private static final long NOT_ASKED = -1;

  private final Map<Long, Question> underWay = new HashMap<>();
  private final Deque<Question> held = new ArrayDeque<>();
  private long lastSeq;
  private boolean asking;

  synchronized long nextSeq() {
    return ++lastSeq;
  }

  /**
   * Sends the request, now or later, by {@code ask}; {@code cancel} gets the number of a request
   * that is no longer awaited.
   */
  void add(MonoSink<ServerMessage> sink, LongConsumer ask, LongConsumer cancel) {
    Question question = new Question(sink, ask);
    boolean tooMany;
    synchronized (this) {
      tooMany = held.size() >= HELD_MAX;
      if (!tooMany) {
        held.add(question);
      }
    }
    if (tooMany) {
      sink.error(new NoAnswerException("more than " + HELD_MAX + " requests wait already", null));
      return;
    }
    sink.onCancel(
        () -> {
          long seq = removed(question);
          if (seq != NOT_ASKED) {
            cancel.accept(seq);
          }
        });
    sink.onDispose(
        () -> {
          removed(question);
          askMore();
        });
    askMore();
  }

  /** Null when no caller waits for this answer. */
  @Nullable MonoSink<ServerMessage> answered(long seq) {
    Question question;
    synchronized (this) {
      question = underWay.remove(seq);
    }
    askMore();
    return question == null ? null : question.sink;
  }

  /** {@code unsent}: for the requests that were still waiting for their turn. */
  void fail(Throwable unanswered, Throwable unsent) {
    List<Question> asked;
    List<Question> waiting;
    synchronized (this) {
      asked = List.copyOf(underWay.values());
      underWay.clear();
      waiting = List.copyOf(held);
      held.clear();
    }
    asked.forEach(question -> question.sink.error(unanswered));
    waiting.forEach(question -> question.sink.error(unsent));
  }

  private long removed(Question question) {
    synchronized (this) {
      if (question.seq == NOT_ASKED) {
        held.remove(question);
      } else {
        underWay.remove(question.seq);
      }
      return question.seq;
    }
  }

  /**
   * Runs on one thread at a time: a thread that comes meanwhile, such as after a refused request,
   * leaves the work to the first.
   */
  private void askMore() {
    synchronized (this) {
      if (asking) {
        return;
      }
      asking = true;
    }
    while (true) {
      Question next;
      synchronized (this) {
        if (underWay.size() >= UNDER_WAY_MAX || held.isEmpty()) {
          asking = false;
          return;
        }
        next = held.remove();
        next.seq = ++lastSeq;
        underWay.put(next.seq, next);
      }
      next.ask.accept(next.seq);
    }
  }
}
