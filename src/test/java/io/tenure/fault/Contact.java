package io.tenure.fault;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.server.LeasingEngine;
import io.tenure.server.config.LeasingOptions;
import io.tenure.server.config.StoreOptions;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.RenewalBatch;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The only access of the fault runs to the server: starts it, sends requests, and reads its
 * answers.
 */
final class Contact {

  private final LeasingEngine server;
  private final ShardRouter router;

  private Contact(LeasingEngine server) {
    this.server = server;
    router = server.router();
  }

  /** Uses the defaults of the server for settings that are missing. */
  static Future<Contact> start(Vertx vertx, Map<String, String> settings) {
    StoreOptions store =
        LeasingOptions.DEFAULT
            .store()
            .withAddress(Objects.requireNonNull(settings.get("store")))
            .withData(Path.of(Objects.requireNonNull(settings.get("data"))))
            .withRelaxed(Boolean.parseBoolean(settings.get("relaxed")));
    if (settings.containsKey("replicas")) {
      store = store.withReplicas(Integer.parseInt(settings.get("replicas")));
    }
    LeasingOptions config =
        LeasingOptions.DEFAULT
            .withStore(store)
            .withShards(Integer.parseInt(settings.get("shards")))
            .withLimits(limits(Long.parseLong(settings.get("ttlMillisMax"))));
    if (settings.containsKey("ownershipMillis")) {
      config = config.withOwnershipMillis(Long.parseLong(settings.get("ownershipMillis")));
    }
    return LeasingEngine.start(vertx, config, System.out::println).map(Contact::new);
  }

  /** A quarantine lasts as long as the usual leases of any server with these limits. */
  private static Limits limits(long ttlMillisMax) {
    Limits usual = Limits.DEFAULT;
    return new Limits(
        new Limits.Times(usual.ttlMillisMin(), ttlMillisMax, usual.waitMillisMax()),
        usual.holdersPerKeyMax(),
        usual.waitersPerKeyMax(),
        usual.leasesPerSessionMax(),
        new Limits.OfShard(
            usual.leasesMax(),
            usual.waitersMax(),
            usual.fencesMax(),
            usual.watchersMax(),
            usual.historyMax(),
            usual.gravesMax(),
            usual.requestIdsMax()),
        usual.tokensPerEpoch());
  }

  /** Stops the server, which hands its shards back. */
  Future<Void> stop() {
    return server.stop();
  }

  Call ask(Request request) {
    return router.ask(shardOf(request), request);
  }

  /** Renews all leases in one request, by the short path that the protocols use. */
  Future<Told> renew(List<LeaseId> many) {
    Promise<Told> promise = Promise.promise();
    RenewalBatch[] batch = new RenewalBatch[1];
    batch[0] = new RenewalBatch(() -> promise.complete(told(batch[0])));
    many.forEach(batch[0]::add);
    router.renew(batch[0]);
    return promise.future();
  }

  private int shardOf(Request request) {
    if (request instanceof Request.Acquire acquire) {
      return router.shardOf(acquire.key());
    } else if (request instanceof Request.Renew renew) {
      return router.shardOf(renew.leases().get(0));
    } else if (request instanceof Request.Release release) {
      return router.shardOf(release.lease());
    } else if (request instanceof Request.OpenSession open) {
      return router.shardOf(Key.of(Objects.requireNonNull(open.requestId())));
    } else if (request instanceof Request.KeepAlive keepAlive) {
      return router.shardOf(keepAlive.session());
    } else if (request instanceof Request.RaiseFence raise) {
      return router.shardOf(Key.of(raise.fence()));
    } else if (request instanceof Request.ReadFence read) {
      return router.shardOf(Key.of(read.fence()));
    }
    throw new IllegalArgumentException("not asked in these runs: " + request);
  }

  private static Told told(RenewalBatch batch) {
    List<Told> each = new ArrayList<>();
    for (int at = 0; at < batch.size(); at++) {
      each.add(told(batch.result(at)));
    }
    return new Told.Many(each);
  }

  /** The short path returns no token, because the caller knows it. */
  private static Told told(long result) {
    if (result > 0) {
      return new Told.Renewed(0, result);
    } else if (result == RenewalCode.PENDING) {
      return new Told.Pending();
    } else if (result == RenewalCode.NOT_FOUND) {
      return new Told.Missing();
    } else if (result == RenewalCode.ELSEWHERE) {
      return new Told.Elsewhere();
    } else if (result == RenewalCode.BUSY) {
      return new Told.Busy(20);
    }
    return new Told.Over(EndReason.values()[(int) (RenewalCode.EXPIRED - result)], 0, 0);
  }

  static Told told(CallResult answer) {
    if (answer instanceof CallResult.Said said) {
      return told(said.reply());
    } else if (answer instanceof CallResult.Busy busy) {
      return new Told.Busy(busy.retryAfterMillis());
    }
    return answer instanceof CallResult.Elsewhere ? new Told.Elsewhere() : new Told.Unknown();
  }

  /** A session is told as a lease of its own. */
  private static Told told(Reply reply) {
    if (reply instanceof Reply.Granted it) {
      return new Told.Granted(
          it.lease().text(),
          it.lease().shard(),
          it.token(),
          it.validity().ttlMillis(),
          it.validity().validForMillis(),
          it.repeated());
    } else if (reply instanceof Reply.SessionOpened it) {
      return new Told.Granted(
          it.session().text(),
          it.session().shard(),
          Told.SESSION_TOKEN,
          it.validity().ttlMillis(),
          it.validity().validForMillis(),
          it.repeated());
    } else if (reply instanceof Refusal.Held it) {
      return new Told.Held(it.token(), it.remainingMillis());
    } else if (reply instanceof Refusal.RequestConsumed it) {
      return new Told.Consumed(it.how(), it.token());
    } else if (reply instanceof Reply.Renewed it) {
      List<Told> each = it.results().stream().map(Contact::told).toList();
      return new Told.Many(each);
    } else if (reply instanceof Reply.Released it) {
      return new Told.Released(it.token());
    } else if (reply instanceof Refusal.Over it) {
      return new Told.Over(it.how(), it.agoMillis(), it.token());
    } else if (reply instanceof Reply.FenceRaised it) {
      return new Told.Raised(it.token());
    } else if (reply instanceof Refusal.Fenced it) {
      return new Told.Fenced(it.mark());
    } else if (reply instanceof Reply.FenceMark it) {
      return new Told.Mark(it.token());
    } else if (reply instanceof Refusal.Refused it) {
      return refused(it);
    }
    throw new IllegalStateException("not expected in these runs: " + reply);
  }

  private static Told refused(Refusal.Refused refused) {
    return switch (refused.code()) {
      case UNKNOWN -> new Told.Missing();
      case UNAVAILABLE -> new Told.Busy(20);
      default -> new Told.Refused(refused.code().name(), refused.field() + refused.remedy());
    };
  }

  private static Told told(RenewalReply renewal) {
    if (renewal instanceof RenewalReply.Renewed it) {
      return new Told.Renewed(it.token(), it.validity().validForMillis());
    } else if (renewal instanceof RenewalReply.Over it) {
      return new Told.Over(it.how(), it.agoMillis(), it.token());
    }
    return renewal instanceof RenewalReply.Pending ? new Told.Pending() : new Told.Missing();
  }
}
