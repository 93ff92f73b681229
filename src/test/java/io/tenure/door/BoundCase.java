package io.tenure.door;

import io.tenure.api.FieldBound;
import io.tenure.api.Operation;
import io.tenure.api.RequestBounds;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A field of an operation, and the numbers that clients rely on for its bound.
 *
 * @param name the field that is sent, which may be another spelling of the field of the bound
 * @param others the further fields that the operation needs
 */
public record BoundCase(
    Operation operation,
    String name,
    FieldBound bound,
    long min,
    long max,
    Map<String, Object> others) {

  /** A field that is to be the name of a new key, or the id of a new lease. */
  public static final String NEW = "new";

  private static final String BASE64 = "valueBase64";
  private static final long WHOLE = 9_007_199_254_740_991L;
  private static final long YEAR = 31_536_000_000L;

  private static final Map<String, Object> ACQUIRE =
      Map.of("key", NEW, "holder", "anna", "ttl", "1s");
  private static final Map<String, Object> SESSION = Map.of("holder", "anna", "ttl", "1s");
  private static final Map<String, Object> LEASE = Map.of("leaseId", NEW);
  private static final Map<String, Object> KEY = Map.of("key", NEW);
  private static final Map<String, Object> FENCE = Map.of("fence", "f", "token", 1L);
  private static final Map<String, Object> SHARD = Map.of("shard", 0L, "reason", "checked");

  /** The bounds of a server with a ttl of 100ms to 60s, a wait of 5s, and 7 holders of a key. */
  public static List<BoundCase> all(RequestBounds bounds) {
    List<BoundCase> all = new ArrayList<>();
    Table acquire = new Table(all, Operation.ACQUIRE, ACQUIRE);
    acquire.has(RequestBounds.KEY, 1, 512);
    acquire.has(RequestBounds.HOLDER, 1, 256);
    acquire.has(RequestBounds.REQUEST_ID, 1, 128);
    acquire.has(RequestBounds.VALUE, 0, 4_096);
    acquire.has(BASE64, RequestBounds.VALUE, 0, 4_096);
    acquire.has(bounds.ttl, 100, 60_000);
    acquire.has(bounds.wait, 0, 5_000);
    acquire.has(bounds.slots, 1, 7);
    acquire.has(bounds.hardTtl(1_000), 1_000, 60_000);
    acquire.has(bounds.lockDelay, 0, 60_000);
    acquire.has(bounds.maxLifetime, 100, YEAR);
    Table session = new Table(all, Operation.OPEN_SESSION, SESSION);
    session.has(RequestBounds.HOLDER, 1, 256);
    session.has(RequestBounds.REQUEST_ID, 1, 128);
    session.has(bounds.ttl, 100, 60_000);
    Table transfer = new Table(all, Operation.TRANSFER, LEASE);
    transfer.has(RequestBounds.HOLDER, 1, 256);
    transfer.has(RequestBounds.REQUEST_ID, 1, 128);
    Table value = new Table(all, Operation.VALUE, Map.of("leaseId", NEW, "value", ""));
    value.has(RequestBounds.VALUE, 0, 4_096);
    value.has(RequestBounds.REQUEST_ID, 1, 128);
    new Table(all, Operation.VALUE, LEASE).has(BASE64, RequestBounds.VALUE, 0, 4_096);
    Table breakOff = new Table(all, Operation.BREAK, KEY);
    breakOff.has(RequestBounds.KEY, 1, 512);
    breakOff.has(RequestBounds.TOKEN_OR_ANY, 0, WHOLE);
    breakOff.has(RequestBounds.REASON_OR_NONE, 0, 256);
    breakOff.has(RequestBounds.REQUEST_ID, 1, 128);
    breakOff.has(bounds.grace, 0, 60_000);
    new Table(all, Operation.LOOK, KEY).has(RequestBounds.KEY, 1, 512);
    for (Operation fence : List.of(Operation.RAISE_FENCE, Operation.DROP_FENCE)) {
      new Table(all, fence, FENCE).has(RequestBounds.FENCE, 1, 512);
      new Table(all, fence, FENCE).has(RequestBounds.TOKEN, 1, WHOLE);
    }
    new Table(all, Operation.READ_FENCE, Map.of()).has(RequestBounds.FENCE, 1, 512);
    new Table(all, Operation.END_QUARANTINE, SHARD).has(RequestBounds.REASON, 1, 256);
    new Table(all, Operation.RENEW_MANY, Map.of()).has(RequestBounds.LEASES, 1, 1_024);
    Table list = new Table(all, Operation.LIST, Map.of());
    list.has(RequestBounds.PAGE, 1, 1_000);
    list.has(RequestBounds.PREFIX, 0, 512);
    new Table(all, Operation.WATCH, Map.of()).has(RequestBounds.PREFIX, 0, 512);
    new Table(all, Operation.CANCEL, Map.of()).has(RequestBounds.OF, 0, WHOLE);
    return all;
  }

  /** The cases of one operation. */
  private record Table(List<BoundCase> all, Operation operation, Map<String, Object> others) {
    void has(FieldBound bound, long min, long max) {
      has(bound.field(), bound, min, max);
    }

    void has(String name, FieldBound bound, long min, long max) {
      all.add(new BoundCase(operation, name, bound, min, max, others));
    }
  }

  /** Returns the sizes beyond the bound that a request can have. */
  public List<Long> beyond() {
    boolean below = min > 0 || bound.unit() == FieldBound.Unit.NUMBER;
    return below ? List.of(min - 1, max + 1) : List.of(max + 1);
  }

  /** Returns a number, a text or a list of texts of this size. */
  public Object sized(long size) {
    if (name.equals(BASE64)) {
      return Base64.getEncoder().encodeToString(new byte[(int) size]);
    }
    return switch (bound.unit()) {
      case NUMBER -> size;
      case MILLIS -> size + "ms";
      case BYTES, CHARACTERS -> "x".repeat((int) size);
      case ENTRIES -> Collections.nCopies((int) size, "x");
    };
  }

  @Override
  public String toString() {
    return operation.spelling() + " " + name;
  }
}
