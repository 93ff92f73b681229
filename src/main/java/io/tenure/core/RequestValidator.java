package io.tenure.core;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.Request;
import io.tenure.api.UnicodeChecks;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/** Refuses input out of bounds, naming the field and the remedy. Nothing is clamped silently. */
final class RequestValidator {

  /** A year: a caller that wants no forced rotation leaves it out. */
  static final long LIFETIME_MILLIS_MAX = 31_536_000_000L;

  private final Limits limits;

  RequestValidator(Limits limits) {
    this.limits = limits;
  }

  void acquire(Request.Acquire request) {
    holder(request.holder());
    requestId(request.requestId());
    value(request.value());
    mode(request.mode());
    between("wait", request.waitMillis(), 0, limits.waitMillisMax());
    between("lockDelay", request.lockDelayMillis(), 0, limits.ttlMillisMax());
    if (request.session() != null) {
      absent("ttl", request.ttlMillis());
      absent("hardTtl", request.hardTtlMillis());
    } else {
      ttl(request.ttlMillis());
    }
    if (request.hardTtlMillis() != 0) {
      between("hardTtl", request.hardTtlMillis(), request.ttlMillis(), limits.ttlMillisMax());
    }
    if (request.maxLifetimeMillis() != 0) {
      between(
          "maxLifetime", request.maxLifetimeMillis(), limits.ttlMillisMin(), LIFETIME_MILLIS_MAX);
    }
  }

  void session(Request.OpenSession request) {
    holder(request.holder());
    requestId(request.requestId());
    ttl(request.ttlMillis());
  }

  void breakOff(Request.Break request) {
    requestId(request.requestId());
    if (request.graceMillis() != Request.GRACE_TTL) {
      between("grace", request.graceMillis(), 0, limits.ttlMillisMax());
    }
    length("reason", request.reason(), 0, Limits.REASON_CHARS_MAX);
    between("token", request.token(), 0, Long.MAX_VALUE);
  }

  void quarantine(Request.EndQuarantine request) {
    length("reason", request.reason(), 1, Limits.REASON_CHARS_MAX);
  }

  void transfer(Request.Transfer request) {
    requestId(request.requestId());
    if (request.holder() != null) {
      holder(request.holder());
    }
  }

  void value(Request.SetValue request) {
    requestId(request.requestId());
    value(request.value());
  }

  void fence(String name) {
    length("fence", name, 1, Limits.FENCE_CHARS_MAX);
  }

  void token(long token) {
    between("token", token, 1, (1L << 53) - 1);
  }

  void page(Request.Browse request) {
    between("limit", request.limit(), 1, Limits.PAGE_MAX);
    between("cursor", request.cursor(), 0, Limits.LEASES_MAX);
    length("prefix", request.prefix(), 0, Key.BYTES_MAX);
  }

  void survey(int limit) {
    between("limit", limit, 0, Limits.PAGE_MAX);
  }

  void watch(Request.Watch request) {
    between("from", request.from(), Request.FROM_NOW, Long.MAX_VALUE);
    length("prefix", request.prefix(), 0, Key.BYTES_MAX);
  }

  void renewals(int count) {
    between("leases", count, 1, Limits.RENEWALS_MAX);
  }

  private void ttl(long millis) {
    between("ttl", millis, limits.ttlMillisMin(), limits.ttlMillisMax());
  }

  private void holder(String holder) {
    length("holder", holder, 1, Limits.HOLDER_CHARS_MAX);
  }

  private void requestId(@Nullable String id) {
    if (id != null) {
      length("requestId", id, 1, Limits.REQUEST_ID_CHARS_MAX);
    }
  }

  private void value(@Nullable Value value) {
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

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }

  private static void absent(String field, long millis) {
    if (millis != 0) {
      throw new InvalidFieldException(
          field, "has no meaning under a session, whose ttl counts; leave it out");
    }
  }
}
