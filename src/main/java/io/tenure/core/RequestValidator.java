package io.tenure.core;

import io.tenure.api.DurationText;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Request;
import io.tenure.api.RequestCases;
import io.tenure.api.UnicodeChecks;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/**
 * Refuses input out of bounds, and names the field and the remedy. It is the one class that checks
 * the bounds of a request, for every protocol. It never silently changes a value to fit.
 */
final class RequestValidator implements RequestCases, Query.Cases {

  /** One year. A caller that wants no forced rotation omits the field. */
  static final long LIFETIME_MILLIS_MAX = 31_536_000_000L;

  /** The largest whole number that every reader of JSON represents exactly. */
  private static final long TOKEN_MAX = (1L << 53) - 1;

  private final Limits limits;

  RequestValidator(Limits limits) {
    this.limits = limits;
  }

  @Override
  public void acquire(long ticket, Request.Acquire request) {
    holder(request.holder());
    requestId(request.requestId());
    value(request.value());
    mode(request.mode());
    lasting("wait", request.waitMillis(), 0, limits.waitMillisMax());
    lasting("lockDelay", request.lockDelayMillis(), 0, limits.ttlMillisMax());
    if (request.session() != null) {
      absent("ttl", request.ttlMillis());
      absent("hardTtl", request.hardTtlMillis());
    } else {
      ttl(request.ttlMillis());
    }
    if (request.hardTtlMillis() != 0) {
      lasting("hardTtl", request.hardTtlMillis(), request.ttlMillis(), limits.ttlMillisMax());
    }
    if (request.maxLifetimeMillis() != 0) {
      lasting(
          "maxLifetime", request.maxLifetimeMillis(), limits.ttlMillisMin(), LIFETIME_MILLIS_MAX);
    }
  }

  @Override
  public void renew(long ticket, Request.Renew request) {
    between("leases", request.leases().size(), 1, Limits.RENEWALS_MAX);
  }

  @Override
  public void transfer(long ticket, Request.Transfer request) {
    requestId(request.requestId());
    if (request.holder() != null) {
      holder(request.holder());
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
      lasting("grace", request.graceMillis(), 0, limits.ttlMillisMax());
    }
    length("reason", request.reason(), 0, Limits.REASON_CHARS_MAX);
    between("token", request.token(), 0, Long.MAX_VALUE);
  }

  @Override
  public void openSession(long ticket, Request.OpenSession request) {
    holder(request.holder());
    requestId(request.requestId());
    ttl(request.ttlMillis());
  }

  @Override
  public void raiseFence(long ticket, Request.RaiseFence request) {
    fence(request.fence());
    between("token", request.token(), 1, TOKEN_MAX);
  }

  @Override
  public void readFence(long ticket, Request.ReadFence request) {
    fence(request.fence());
  }

  @Override
  public void dropFence(long ticket, OperatorRequest.DropFence request) {
    fence(request.fence());
    between("token", request.token(), 1, TOKEN_MAX);
  }

  @Override
  public void endQuarantine(long ticket, OperatorRequest.EndQuarantine request) {
    length("reason", request.reason(), 1, Limits.REASON_CHARS_MAX);
  }

  @Override
  public void browse(long ticket, PerShardRequest.Browse request) {
    between("limit", request.limit(), 1, Limits.PAGE_MAX);
    between("cursor", request.cursor(), 0, Limits.LEASES_MAX);
    length("prefix", request.prefix(), 0, Key.BYTES_MAX);
  }

  @Override
  public void watch(long ticket, PerShardRequest.Watch request) {
    between("from", request.from(), PerShardRequest.FROM_NOW, Long.MAX_VALUE);
    length("prefix", request.prefix(), 0, Key.BYTES_MAX);
  }

  @Override
  public void query(long ticket, Query request) {
    request.accept(ticket, (Query.Cases) this);
  }

  @Override
  public void find(long ticket, Query.Find query) {
    limit(query.limit());
  }

  @Override
  public void lookAll(long ticket, Query.LookAll query) {
    limit(query.keys().size());
  }

  @Override
  public void soonest(long ticket, Query.Soonest query) {
    limit(query.limit());
  }

  @Override
  public void recall(long ticket, Query.Recall query) {}

  @Override
  public void sessions(long ticket, Query.BrowseSessions query) {
    limit(query.limit());
  }

  @Override
  public void kept(long ticket, Query.Kept query) {
    limit(query.limit());
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

  private static void fence(String name) {
    length("fence", name, 1, Limits.FENCE_CHARS_MAX);
  }

  private static void limit(int limit) {
    between("limit", limit, 0, Limits.PAGE_MAX);
  }

  private void ttl(long millis) {
    lasting("ttl", millis, limits.ttlMillisMin(), limits.ttlMillisMax());
  }

  private static void holder(String holder) {
    length("holder", holder, 1, Limits.HOLDER_CHARS_MAX);
  }

  private static void requestId(@Nullable String id) {
    if (id != null) {
      length("requestId", id, 1, Limits.REQUEST_ID_CHARS_MAX);
    }
  }

  private static void value(@Nullable Value value) {
    if (value != null && value.size() > Limits.VALUE_BYTES_MAX) {
      throw new InvalidFieldException(
          "value", "has " + value.size() + " bytes; use at most " + Limits.VALUE_BYTES_MAX);
    }
  }

  private void mode(Mode mode) {
    if (mode.kind() == Mode.Kind.SLOTS) {
      between("slots", mode.slots(), 1, limits.holdersPerKeyMax());
    } else if (!mode.equals(Mode.EXCLUSIVE) && !mode.equals(Mode.SHARED)) {
      throw new InvalidFieldException("slots", "has a meaning with mode slots only; leave it out");
    }
  }

  private static void length(String field, String text, int min, int max) {
    if (!UnicodeChecks.isText(text)) {
      throw new InvalidFieldException(field, "is not valid Unicode; send it as UTF-8");
    }
    if (text.length() < min || text.length() > max) {
      throw new InvalidFieldException(
          field, "has " + text.length() + " characters; use " + min + " to " + max);
    }
  }

  /** Checks a duration, and reports it in units that people use. */
  private static void lasting(String field, long millis, long min, long max) {
    if (millis < min || millis > max) {
      throw new InvalidFieldException(
          field,
          "is "
              + DurationText.of(millis)
              + "; use "
              + DurationText.of(min)
              + " to "
              + DurationText.of(max));
    }
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }

  private static void absent(String field, long millis) {
    if (millis != 0) {
      throw new InvalidFieldException(
          field, "has no meaning under a session, because its ttl counts; leave it out");
    }
  }
}
