package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One sending of one request, and the way back of its answer. */
final class Letter {

  /** Receives the answer. */
  interface Back {
    void answered(Letter letter, Answer answer);
  }

  final SimClient from;
  final int shard;
  final Request request;
  final Back back;

  /** The clock of the client, read before the letter was sent. */
  final long sentLocalNanos;

  /** The number of the sending client's life. */
  final int incarnation;

  /** The lease of the letter, for the auditor only. */
  @Nullable Life life;

  /** For renewals of several leases: the hands with these leases. */
  List<Hand> party = List.of();

  /** For a withdrawal: the letter of the waiting request. */
  @Nullable Letter about;

  /** Whether renewals use the short path. */
  boolean shortPath;

  /** The time at which a server last received the letter. */
  long handledNanos;

  /** The last arrival of the letter. */
  @Nullable Post post;

  boolean answered;

  Letter(SimClient from, int shard, Request request, Back back) {
    this.from = from;
    this.shard = shard;
    this.request = request;
    this.back = back;
    sentLocalNanos = from.nanos();
    incarnation = from.incarnation();
  }

  boolean renewal() {
    return request instanceof Request.Renew || request instanceof Request.KeepAlive;
  }

  boolean renews(Life life) {
    List<LeaseId> renewed = List.of();
    if (request instanceof Request.Renew renew) {
      renewed = renew.leases();
    } else if (request instanceof Request.KeepAlive keepAlive) {
      renewed = List.of(keepAlive.session());
    }
    return renewed.stream().anyMatch(each -> each.secretHigh() == life.tenure.secretHigh());
  }

  /** The key or other subject of the letter, if there is one. */
  @Nullable Object subject() {
    if (request instanceof PerShardRequest.Watch) {
      return null;
    }
    if (request instanceof Request.Acquire acquire) {
      return acquire.key();
    }
    if (request instanceof OperatorRequest.Break broken) {
      return broken.key();
    }
    Key key = life == null ? null : life.tenure.key();
    return key == null ? "another" : key;
  }
}
