package io.tenure.door;

import io.tenure.core.Request;
import io.tenure.shard.Leases;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Which shard a request is for: where the key or the handle says; a fence by its name; a new
 * session anywhere, but the same one again when the request comes again.
 */
public final class Route {

  private Route() {}

  public static int of(Leases leases, Request request) {
    if (request instanceof Request.Acquire acquire) {
      return leases.shardOf(acquire.key());
    } else if (request instanceof Request.Renew renew) {
      return leases.shardOf(renew.leases().get(0));
    } else if (request instanceof Request.Release release) {
      return leases.shardOf(release.lease());
    } else if (request instanceof Request.Break breakOff) {
      return leases.shardOf(breakOff.key());
    } else if (request instanceof Request.Transfer transfer) {
      return leases.shardOf(transfer.lease());
    } else if (request instanceof Request.SetValue setValue) {
      return leases.shardOf(setValue.lease());
    } else if (request instanceof Request.Inspect inspect) {
      return leases.shardOf(inspect.lease());
    } else if (request instanceof Request.Look look) {
      return leases.shardOf(look.key());
    }
    return ofOther(leases, request);
  }

  private static int ofOther(Leases leases, Request request) {
    if (request instanceof Request.OpenSession open) {
      return ofSession(leases, open.holder(), open.requestId());
    } else if (request instanceof Request.KeepAlive keepAlive) {
      return leases.shardOf(keepAlive.session());
    } else if (request instanceof Request.CloseSession close) {
      return leases.shardOf(close.session());
    } else if (request instanceof Request.InspectSession inspect) {
      return leases.shardOf(inspect.session());
    } else if (request instanceof Request.RaiseFence raise) {
      return leases.shardOf(raise.fence());
    } else if (request instanceof Request.ReadFence read) {
      return leases.shardOf(read.fence());
    } else if (request instanceof Request.DropFence drop) {
      return leases.shardOf(drop.fence());
    } else if (request instanceof Request.EndQuarantine end) {
      return ShardList.checked(leases, end.shard());
    }
    throw new IllegalArgumentException(request.getClass() + " is not for one shard alone");
  }

  private static int ofSession(Leases leases, String holder, @Nullable String requestId) {
    return requestId == null
        ? ThreadLocalRandom.current().nextInt(leases.shards())
        : leases.shardOf(holder + "\n" + requestId);
  }
}
