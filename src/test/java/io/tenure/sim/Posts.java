package io.tenure.sim;

import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The letters that arrived at one shard of one server, and their state so far. */
final class Posts {

  /** Letters without an answer so far. */
  private final Set<Post> open = new LinkedHashSet<>();

  /** Watches that follow, or are about to. */
  private final Set<Post> following = new LinkedHashSet<>();

  /** Renewals that the table has not received yet. */
  private final Set<Post> inMail = new LinkedHashSet<>();

  private @Nullable Post heard;

  private final IdentityHashMap<Request, List<Post>> byRequest = new IdentityHashMap<>();
  private final Map<Long, Post> byTicket = new HashMap<>();

  void add(Post post) {
    open.add(post);
    if (post.letter.renewal()) {
      inMail.add(post);
    }
    byRequest.computeIfAbsent(post.letter.request, any -> new ArrayList<>(1)).add(post);
    if (post.letter.request instanceof PerShardRequest.Watch) {
      following.add(post);
    }
  }

  /** The arrival that the table receives under this ticket. */
  @Nullable Post heard(Request request, long ticket, long nowNanos) {
    for (Post post : byRequest.getOrDefault(request, List.of())) {
      if (post.asked != null && post.asked.ticket() == ticket) {
        post.ticket = ticket;
        post.handledNanos = nowNanos;
        post.letter.handledNanos = nowNanos;
        heard(post);
        byTicket.put(ticket, post);
        return post;
      }
    }
    return null;
  }

  /** Notes an arrival that the table receives by the short path, which has no ticket. */
  void heard(Post post) {
    inMail.remove(post);
    heard = post;
  }

  @Nullable Post under(long ticket) {
    return byTicket.get(ticket);
  }

  /** Tickets begin anew with each ownership. */
  void forgetTickets() {
    byTicket.clear();
  }

  void answered(Post post) {
    open.remove(post);
    inMail.remove(post);
    byTicket.remove(post.ticket, post);
    List<Post> same = byRequest.get(post.letter.request);
    if (same != null) {
      same.remove(post);
      if (same.isEmpty()) {
        byRequest.remove(post.letter.request);
      }
    }
  }

  /** Ends a watch, and returns whether it did follow. */
  boolean unfollow(Post post) {
    return following.remove(post);
  }

  boolean waits(Post post) {
    return open.contains(post);
  }

  int waiting() {
    return open.size();
  }

  /**
   * A renewal that came in time and before {@code turnedNanos}, and that the table has not received
   * yet; null while the table receives another renewal of this lease, which is late.
   */
  @Nullable Post unheard(Life life, long turnedNanos) {
    if (heard != null && open.contains(heard) && heard.letter.renews(life)) {
      return null;
    }
    for (Post post : inMail) {
      if (post.arrivedNanos < Math.min(turnedNanos, life.promisedNanos)
          && post.letter.life == life) {
        return post;
      }
    }
    return null;
  }

  /** The arrivals from earlier lives of a client. */
  List<Post> before(SimClient client, int living) {
    Set<Post> all = new LinkedHashSet<>(open);
    all.addAll(following);
    all.removeIf(post -> post.letter.from != client || post.letter.incarnation >= living);
    return List.copyOf(all);
  }

  List<Post> following() {
    return List.copyOf(following);
  }

  void clear() {
    open.clear();
    inMail.clear();
  }
}
