package io.tenure.sim;

import io.tenure.sim.redis.SimResponses;
import io.tenure.store.redis.SimulatedCalls;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one server to the simulated Redis. Each transfers its calls in order, late, or
 * not at all. A connection is closed when an answer does not come in time, and all are when Redis
 * restarts or fails over.
 */
final class SimLinks implements SimulatedCalls.Carrier {

  private static final long REOPEN_NANOS = 100 * Schedule.MILLI;

  /** The kernel retries a connection that could not be opened at first. */
  private static final long CONNECT_NANOS_MAX = Schedule.SECOND;

  private static final class Link {
    long number = 1;
    boolean open = true;
    int incarnation;
    long opensNanos;
    long arrivesNanos;
    long answersNanos;

    /**
     * The other end receives, or sends, nothing more: the first call without an answer shows it.
     */
    boolean dead;

    final Set<Sent> waiting = new LinkedHashSet<>();
  }

  /** One call, on one connection. */
  private static final class Sent {
    final Link link;
    final long number;
    final SimStore.Fate fate;
    final long untilNanos;
    final Supplier<@Nullable Object> deed;
    final Promise<Response> answer = Promise.promise();

    Sent(Link link, SimStore.Fate fate, long untilNanos, Supplier<@Nullable Object> deed) {
      this.link = link;
      number = link.number;
      this.fate = fate;
      this.untilNanos = untilNanos;
      this.deed = deed;
    }

    boolean open() {
      return link.open && link.number == number;
    }
  }

  /** The effect of one call in Redis. */
  interface Deed {
    @Nullable Object run(String script, byte[][] command);
  }

  private final SimStore store;
  private final SimServer server;
  private final Schedule schedule;
  private final Chance chance;
  private final Deed deed;
  private final Map<Integer, Link> links = new HashMap<>();

  SimLinks(SimStore store, SimServer server, Schedule schedule, Chance chance, Deed deed) {
    this.store = store;
    this.server = server;
    this.schedule = schedule;
    this.chance = chance;
    this.deed = deed;
  }

  @Override
  public Future<@Nullable Response> tell(int lane, byte[][] command) {
    return opened(link(lane))
        ? Future.succeededFuture(SimResponses.of(store.redis.command(command)))
        : Future.failedFuture(new IllegalStateException("not connected"));
  }

  @Override
  public Future<Response> carry(int lane, String script, byte[][] command, long millis) {
    Link link = link(lane);
    if (!opened(link)) {
      return Future.failedFuture(new IllegalStateException("not connected"));
    }
    SimStore.Fate fate = store.fate(server, script);
    long sentNanos = schedule.now();
    Sent sent =
        new Sent(link, fate, sentNanos + millis * Schedule.MILLI, () -> deed.run(script, command));
    link.waiting.add(sent);
    boolean deadBefore = link.dead;
    link.dead |= fate.lost() || fate.mute();
    if (link.dead) {
      store.disturbed(sent.untilNanos);
    }
    if (deadBefore) {
      expire(sent);
      return sent.answer.future();
    }
    link.arrivesNanos = Math.max(link.arrivesNanos, sentNanos + fate.thereNanos());
    schedule.at(link.arrivesNanos, () -> arrives(sent));
    if (link.arrivesNanos >= sent.untilNanos) {
      expire(sent);
    }
    return sent.answer.future();
  }

  @Override
  public Future<Void> pause(long millis) {
    Promise<Void> over = Promise.promise();
    store.disturbed(schedule.now() + millis * Schedule.MILLI);
    schedule.after(millis * Schedule.MILLI, () -> server.inTurn(over::complete));
    return over.future();
  }

  private void arrives(Sent sent) {
    Link link = sent.link;
    // Calls that a closed connection had sent already may still arrive; mostly not at another
    // Redis.
    boolean heard = !sent.fate.lost() && (sent.open() || sent.fate.late());
    if (link.incarnation != store.redis.incarnation() && !sent.fate.anywhere()) {
      close(sent);
    } else if (!heard) {
      expire(sent);
    } else if (store.answers()) {
      done(sent);
    } else {
      // Redis is frozen: it reads the calls when it goes on.
      expire(sent);
      link.arrivesNanos = Math.max(link.arrivesNanos, store.answersFromNanos());
      schedule.at(
          link.arrivesNanos,
          () -> {
            if (link.incarnation == store.redis.incarnation()) {
              done(sent);
            }
          });
    }
  }

  private void done(Sent sent) {
    Object reply = sent.deed.get();
    if (!sent.open() || sent.fate.mute()) {
      expire(sent);
      return;
    }
    Link link = sent.link;
    link.answersNanos = Math.max(link.answersNanos, schedule.now() + sent.fate.backNanos());
    if (link.answersNanos >= sent.untilNanos) {
      expire(sent);
    }
    schedule.at(
        link.answersNanos,
        () -> {
          if (sent.open() && link.waiting.remove(sent)) {
            Response response = SimResponses.of(reply);
            server.inTurn(
                () -> {
                  if (response instanceof Throwable error) {
                    sent.answer.tryFail(error);
                  } else {
                    sent.answer.tryComplete(response);
                  }
                });
          }
        });
  }

  /**
   * Only where an answer may not come: otherwise there would be more of these events than answers.
   */
  private void expire(Sent sent) {
    schedule.at(
        sent.untilNanos,
        () -> {
          if (sent.link.waiting.contains(sent)) {
            close(sent);
          }
        });
  }

  private Link link(int lane) {
    Link link = links.get(lane);
    if (link == null) {
      link = new Link();
      link.incarnation = store.redis.incarnation();
      links.put(lane, link);
    }
    return link;
  }

  private void close(Sent sent) {
    if (sent.open()) {
      close(sent.link, schedule.now());
    }
  }

  /** Closes the connection; all calls on it stay without an answer. */
  private void close(Link link, long nanos) {
    link.open = false;
    link.dead = false;
    link.opensNanos = nanos + REOPEN_NANOS;
    List<Sent> unanswered = List.copyOf(link.waiting);
    link.waiting.clear();
    server.inTurn(
        () ->
            unanswered.forEach(
                sent -> sent.answer.tryFail(new TimeoutException("the connection closed"))));
  }

  private boolean opened(Link link) {
    if (link.open && link.incarnation != store.redis.incarnation()) {
      close(link, store.incarnatedNanos());
    }
    if (!link.open && schedule.now() >= link.opensNanos) {
      long unreachedUntilNanos = Math.max(server.cutUntilNanos(), store.answersFromNanos());
      if (schedule.now() < unreachedUntilNanos) {
        link.opensNanos = unreachedUntilNanos + chance.between(0, CONNECT_NANOS_MAX);
      } else {
        link.open = true;
        link.number++;
        link.incarnation = store.redis.incarnation();
      }
    }
    return link.open;
  }
}
