package io.tenure.core;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Request;
import io.tenure.api.RequestBounds;
import io.tenure.api.RequestCases;
import io.tenure.api.RequestedLifespan;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests to a shard with a field out of bounds, and names the field and the remedy. The
 * protocols check only the form of fields, so that each bound is the same for all of them. The
 * validator never silently changes a value to fit.
 */
final class RequestValidator implements RequestCases, Query.QueryCases {

  private final RequestBounds bounds;

  RequestValidator(Limits limits) {
    bounds = new RequestBounds(limits);
  }

  @Override
  public void acquire(long ticket, Request.Acquire request) {
    request.key().checkCharacters();
    RequestBounds.HOLDER.check(request.holder());
    requestId(request.requestId());
    value(request.value());
    mode(request.mode());
    bounds.wait.check(request.waitMillis());
    duration(request.lifespan());
  }

  @Override
  public void renew(long ticket, Request.Renew request) {
    RequestBounds.LEASES.check(request.leases().size());
  }

  @Override
  public void transfer(long ticket, Request.Transfer request) {
    requestId(request.requestId());
    if (request.holder() != null) {
      RequestBounds.HOLDER.check(request.holder());
    }
  }

  @Override
  public void setValue(long ticket, Request.SetValue request) {
    requestId(request.requestId());
    value(request.value());
  }

  @Override
  public void breakOff(long ticket, OperatorRequest.Break request) {
    requestId(request.requestId());
    if (request.graceMillis() != OperatorRequest.GRACE_TTL) {
      bounds.grace.check(request.graceMillis());
    }
    RequestBounds.REASON_OR_NONE.check(request.reason());
    RequestBounds.TOKEN_OR_ANY.check(request.token());
  }

  @Override
  public void openSession(long ticket, Request.OpenSession request) {
    RequestBounds.HOLDER.check(request.holder());
    requestId(request.requestId());
    bounds.ttl.check(request.ttlMillis());
  }

  @Override
  public void raiseFence(long ticket, Request.RaiseFence request) {
    RequestBounds.FENCE.check(request.fence());
    RequestBounds.TOKEN.check(request.token());
  }

  @Override
  public void readFence(long ticket, Request.ReadFence request) {
    RequestBounds.FENCE.check(request.fence());
  }

  @Override
  public void dropFence(long ticket, OperatorRequest.DropFence request) {
    RequestBounds.FENCE.check(request.fence());
    RequestBounds.TOKEN.check(request.token());
  }

  @Override
  public void endQuarantine(long ticket, OperatorRequest.EndQuarantine request) {
    RequestBounds.REASON.check(request.reason());
    if (request.reason().isBlank()) {
      throw new InvalidFieldException("reason", "is blank; give the reason, for the audit");
    }
  }

  @Override
  public void browse(long ticket, PerShardRequest.Browse request) {
    RequestBounds.PAGE.check(request.limit());
    RequestBounds.PREFIX.check(request.prefix());
    if (request.cursor() < 0 || request.cursor() > Limits.LEASES_MAX) {
      throw new InvalidFieldException("cursor", "is none of this shard's; begin again without it");
    }
  }

  @Override
  public void watch(long ticket, PerShardRequest.Watch request) {
    RequestBounds.PREFIX.check(request.prefix());
    if (request.from() < PerShardRequest.FROM_NOW) {
      throw new InvalidFieldException("from", "is none of this shard's; begin again without it");
    }
  }

  @Override
  public void query(long ticket, Query request) {
    request.accept(ticket, (Query.QueryCases) this);
  }

  @Override
  public void find(long ticket, Query.Find query) {
    RequestBounds.ENTRIES.check(query.limit());
  }

  @Override
  public void lookAll(long ticket, Query.LookAll query) {
    RequestBounds.ENTRIES.check(query.keys().size());
  }

  @Override
  public void soonest(long ticket, Query.Soonest query) {
    RequestBounds.ENTRIES.check(query.limit());
  }

  @Override
  public void recall(long ticket, Query.Recall query) {}

  @Override
  public void sessions(long ticket, Query.BrowseSessions query) {
    RequestBounds.ENTRIES.check(query.limit());
  }

  @Override
  public void leasesOfSession(long ticket, Query.LeasesOfSession query) {
    RequestBounds.ENTRIES.check(query.limit());
  }

  // The requests below have no field that could be out of bounds.

  @Override
  public void release(long ticket, Request.Release request) {}

  @Override
  public void inspect(long ticket, Request.Inspect request) {}

  @Override
  public void look(long ticket, Request.Look request) {}

  @Override
  public void keepAlive(long ticket, Request.KeepAlive request) {}

  @Override
  public void closeSession(long ticket, Request.CloseSession request) {}

  @Override
  public void inspectSession(long ticket, Request.InspectSession request) {}

  @Override
  public void unwatch(long ticket, PerShardRequest.Unwatch request) {}

  @Override
  public void withdraw(long ticket, PerShardRequest.Withdraw request) {}

  private void duration(RequestedLifespan asked) {
    if (asked.session() != null) {
      absent("ttl", asked.ttlMillis());
      absent("hardTtl", asked.hardTtlMillis());
    } else {
      bounds.ttl.check(asked.ttlMillis());
    }
    if (asked.hardTtlMillis() != 0) {
      bounds.hardTtl(asked.ttlMillis()).check(asked.hardTtlMillis());
    }
    if (asked.maxLifetimeMillis() != 0) {
      bounds.maxLifetime.check(asked.maxLifetimeMillis());
    }
    bounds.lockDelay.check(asked.lockDelayMillis());
  }

  private static void absent(String field, long millis) {
    if (millis != 0) {
      throw new InvalidFieldException(
          field, "has no meaning under a session, because its ttl counts; leave it out");
    }
  }

  private void mode(Mode mode) {
    if (mode.kind() == Mode.Kind.SLOTS) {
      bounds.slots.check(mode.slots());
    }
  }

  private static void requestId(@Nullable String id) {
    if (id != null) {
      RequestBounds.REQUEST_ID.check(id);
    }
  }

  private static void value(@Nullable Value value) {
    if (value != null) {
      RequestBounds.VALUE.check(value.size());
    }
  }
}
