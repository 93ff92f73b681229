package io.tenure.core.model;

import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Request.Acquire;
import io.tenure.core.ShardMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * The knowledge of the clients of the shards: leaseIds, sessions, requests to repeat, and messages
 * under way.
 */
final class Clients {
  private static final int REMEMBERED_MAX = 16;

  record Envelope(int to, ShardMessage message) {}

  private final boolean relaxed;
  private long tickets = 100;
  final List<List<LeaseId>> leases = List.of(new ArrayList<>(), new ArrayList<>());
  final List<LeaseId> sessions = new ArrayList<>();
  final List<List<Request>> repeatable = List.of(new ArrayList<>(), new ArrayList<>());
  final List<List<Long>> waiting = List.of(new ArrayList<>(), new ArrayList<>());
  final List<List<Long>> watchers = List.of(new ArrayList<>(), new ArrayList<>());
  final List<Envelope> network = new ArrayList<>();

  Clients(boolean relaxed) {
    this.relaxed = relaxed;
  }

  boolean relaxed() {
    return relaxed;
  }

  long tickets() {
    return tickets;
  }

  long nextTicket() {
    return ++tickets;
  }

  void ownerLost(int shard) {
    waiting.get(shard).clear();
    watchers.get(shard).clear();
  }

  /** Notes the knowledge that clients have before any reply has left. */
  void overheard(Call call, List<Heard> said, int shard) {
    if (call.request instanceof Acquire asked) {
      if (call.reply == null) {
        remember(waiting.get(shard), call.ticket);
      }
      if (asked.requestId() != null) {
        remember(repeatable.get(shard), asked);
      }
    } else if (call.request != null && isRepeatable(call.request)) {
      remember(repeatable.get(shard), call.request);
    }
    if (call.request instanceof PerShardRequest.Watch
        && call.reply instanceof PerShardReply.Watching) {
      remember(watchers.get(shard), call.ticket);
    }
  }

  private static boolean isRepeatable(Request request) {
    return request instanceof OperatorRequest.Break asked && asked.requestId() != null
        || request instanceof Request.Transfer given && given.requestId() != null
        || request instanceof Request.SetValue set && set.requestId() != null
        || request instanceof Request.OpenSession opened && opened.requestId() != null;
  }

  /** Receives a reply or a message that has left its shard. */
  void receive(int shard, Heard heard) {
    if (heard instanceof Heard.Told told) {
      network.add(new Envelope(told.shard(), told.message()));
    } else if (heard instanceof Heard.Replied replied) {
      Reply reply = replied.reply();
      if (reply instanceof Reply.Granted granted) {
        learn(leases.get(shard), granted.lease());
      } else if (reply instanceof Reply.Transferred moved && moved.lease() != null) {
        learn(leases.get(shard), moved.lease());
      } else if (reply instanceof Reply.SessionOpened opened) {
        learn(sessions, opened.session());
      }
    }
  }

  private static void learn(List<LeaseId> known, LeaseId id) {
    if (!known.contains(id)) {
      remember(known, id);
    }
  }

  private static <T> void remember(List<T> known, T what) {
    if (known.size() >= REMEMBERED_MAX) {
      known.remove(0);
    }
    known.add(what);
  }
}
