package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Request;
import io.tenure.api.ShardRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One sending of one request, and the way back. */
final class Letter {

  /** Who waits for the answer. */
  interface Back {
    void answered(Letter letter, Answer answer);
  }

  final SimClient from;
  final int shard;
  final Request request;
  final Back back;

  /** By the clock of the client, read before it was sent. */
  final long sentLocalNanos;

  /** Which life of the client sent it. */
  final int incarnation;

  /** The lease it is about, for the auditor only. */
  @Nullable Life life;

  /** Renewals of several leases: whose they are. */
  List<Hand> party = List.of();

  /** Withdraw: the letter whose waiting is to end. */
  @Nullable Letter about;

  /** Renewals: by the short path. */
  boolean shortPath;

  /** When a server heard it last. */
  long handledNanos;

  /** Where it arrived last. */
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

  /** The key it is about, if it is about one. */
  @Nullable Object subject() {
    if (request instanceof ShardRequest.Watch) {
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
