package io.tenure.door;

import io.tenure.api.Request;
import io.tenure.shard.ShardRouter;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Which shard a request is for: where the key or the handle says; a fence by its name; a new
 * session anywhere, but the same one again when the request comes again.
 */
public final class RequestRouting {

  private RequestRouting() {}

  public static int of(ShardRouter router, Request request) {
    if (request instanceof Request.Acquire acquire) {
      return router.shardOf(acquire.key());
    } else if (request instanceof Request.Renew renew) {
      return router.shardOf(renew.leases().get(0));
    } else if (request instanceof Request.Release release) {
      return router.shardOf(release.lease());
    } else if (request instanceof Request.Break breakOff) {
      return router.shardOf(breakOff.key());
    } else if (request instanceof Request.Transfer transfer) {
      return router.shardOf(transfer.lease());
    } else if (request instanceof Request.SetValue setValue) {
      return router.shardOf(setValue.lease());
    } else if (request instanceof Request.Inspect inspect) {
      return router.shardOf(inspect.lease());
    } else if (request instanceof Request.Look look) {
      return router.shardOf(look.key());
    }
    return ofOther(router, request);
  }

  private static int ofOther(ShardRouter router, Request request) {
    if (request instanceof Request.OpenSession open) {
      return ofSession(router, open.holder(), open.requestId());
    } else if (request instanceof Request.KeepAlive keepAlive) {
      return router.shardOf(keepAlive.session());
    } else if (request instanceof Request.CloseSession close) {
      return router.shardOf(close.session());
    } else if (request instanceof Request.InspectSession inspect) {
      return router.shardOf(inspect.session());
    } else if (request instanceof Request.RaiseFence raise) {
      return router.shardOf(raise.fence());
    } else if (request instanceof Request.ReadFence read) {
      return router.shardOf(read.fence());
    } else if (request instanceof Request.DropFence drop) {
      return router.shardOf(drop.fence());
    } else if (request instanceof Request.EndQuarantine end) {
      return ShardListWriter.checked(router, end.shard());
    }
    throw new IllegalArgumentException(request.getClass() + " is not for one shard alone");
  }

  private static int ofSession(ShardRouter router, String holder, @Nullable String requestId) {
    return requestId == null
        ? ThreadLocalRandom.current().nextInt(router.shards())
        : router.shardOf(holder + "\n" + requestId);
  }
}
