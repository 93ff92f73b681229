package io.tenure.sim;

import io.tenure.core.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who waits for an answer of a shard, and who follows it, each under a ticket given out once. */
final class Callers {

  /** A stream of a client's life. */
  private record Following(Watcher watcher, int incarnation) {}

  private final Map<Long, Letter> open = new LinkedHashMap<>();
  private final Map<Long, Following> watchers = new LinkedHashMap<>();
  private long tickets;
  private long currentTicket;
  private @Nullable Letter current;
  private boolean answered;
  private KeyLife.@Nullable Waiting inherited;

  /** A ticket for a request of the server itself: nobody waits for its answer. */
  long nobody() {
    return ++tickets;
  }

  boolean gaveOut(long ticket) {
    return ticket > 0 && ticket <= tickets;
  }

  /** The table is about to hear {@code letter}; returns the ticket. */
  long enter(Letter letter, Request request) {
    long ticket = ++tickets;
    letter.ticket = ticket;
    if (letter.back instanceof Watcher watcher && request instanceof Request.Watch) {
      follow(ticket, watcher, letter.incarnation);
    }
    currentTicket = ticket;
    current = letter;
    answered = false;
    inherited = null;
    letter.decided = false;
    return ticket;
  }

  /** The table has heard it; tells whether it has answered too. */
  boolean heard() {
    current = null;
    currentTicket = 0;
    return answered;
  }

  /** It waits; returns the place that it took over, if any. */
  KeyLife.@Nullable Waiting queue(Letter letter) {
    open.put(letter.ticket, letter);
    return inherited;
  }

  /** The present request repeats the one that waits: it takes its place. */
  void takesOver(KeyLife.@Nullable Waiting place) {
    inherited = place;
  }

  @Nullable Letter present() {
    return current;
  }

  /** Whom the table answers. */
  @Nullable Letter asking(long ticket) {
    return ticket == currentTicket ? current : open.get(ticket);
  }

  /** The answer to the present letter may be parked: it is among the open ones until it leaves. */
  void answered(long ticket, Letter letter) {
    if (ticket == currentTicket) {
      open.put(ticket, letter);
      answered = true;
    }
  }

  boolean waits(long ticket) {
    return open.containsKey(ticket);
  }

  /** Its answer leaves now: it waits no longer. */
  @Nullable Letter release(long ticket) {
    return open.remove(ticket);
  }

  List<Letter> releaseAll() {
    List<Letter> waiting = new ArrayList<>(open.values());
    open.clear();
    return waiting;
  }

  int waiting() {
    return open.size();
  }

  /** The tickets of waiting calls of earlier lives of {@code client}. */
  List<Long> callsBefore(SimClient client, int living) {
    List<Long> tickets = new ArrayList<>();
    open.forEach(
        (ticket, letter) -> {
          if (letter.from == client && letter.incarnation < living) {
            tickets.add(ticket);
          }
        });
    return tickets;
  }

  void follow(long ticket, Watcher watcher, int incarnation) {
    watchers.put(ticket, new Following(watcher, incarnation));
  }

  @Nullable Watcher follower(long ticket) {
    Following stream = watchers.get(ticket);
    return stream == null ? null : stream.watcher;
  }

  /** Tells whether it did follow. */
  boolean unfollow(long ticket) {
    return watchers.remove(ticket) != null;
  }

  /** The tickets of streams of earlier lives of {@code client}. */
  List<Long> streamsBefore(SimClient client, int living) {
    List<Long> tickets = new ArrayList<>();
    watchers.forEach(
        (ticket, stream) -> {
          if (stream.watcher.owner() == client && stream.incarnation < living) {
            tickets.add(ticket);
          }
        });
    return tickets;
  }

  void cutAll() {
    List.copyOf(watchers.values()).forEach(each -> each.watcher.cut());
    watchers.clear();
  }
}
