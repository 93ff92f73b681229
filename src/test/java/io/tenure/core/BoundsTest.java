package io.tenure.core;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Value;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the bounds of every field: both ends are accepted, and values beyond them are refused with
 * a remedy.
 */
class BoundsTest {

  private final Table table = new Table(Table.SMALL);

  private void invalid(String field, String remedy, Request request) {
    refused(Outcome.INVALID, field, remedy, request);
  }

  private void refused(Outcome outcome, String field, String remedy, Request request) {
    int before = table.said.changes.size();
    assertEquals(new Refusal.Refused(outcome, field, remedy), table.say(request));
    assertEquals(before, table.said.changes.size(), "a refusal changes nothing");
  }

  @Test
  void theTtlOfALease() {
    table.own("a", "ann", 100);
    table.own("b", "ann", 10_000);

    invalid("ttl", "is 99ms; use 100ms to 10s", lease("c", "ann", 99).build());
    invalid("ttl", "is 10s1ms; use 100ms to 10s", lease("c", "ann", 10_001).build());
  }

  @Test
  void durationsAreToldInTheUnitsOfPeople() {
    Request.Acquire tooLong = lease("c", "ann", 90_000_000).build();

    assertEquals(
        new Refusal.Refused(Outcome.INVALID, "ttl", "is 1d1h; use 100ms to 1d"),
        new Table().say(tooLong));
  }

  @Test
  void theTtlOfASession() {
    table.session("ann", 100);
    table.session("ann", 10_000);

    invalid("ttl", "is 99ms; use 100ms to 10s", new Request.OpenSession("ann", 99, null));
    invalid("ttl", "is 10s1ms; use 100ms to 10s", new Request.OpenSession("ann", 10_001, null));
  }

  @Test
  void theWait() {
    table.own("a", "ann", 1_000);
    table.queue(lease("a", "bob", 1_000).waiting(5_000));

    invalid("wait", "is 5s1ms; use 0s to 5s", lease("a", "bob", 1_000).waiting(5_001).build());
    invalid("wait", "is -1ms; use 0s to 5s", lease("a", "bob", 1_000).waiting(-1).build());
  }

  @Test
  void theHardTtl() {
    table.own(lease("a", "ann", 1_000).hardTtl(10_000));

    invalid("hardTtl", "is 10s1ms; use 1s to 10s", lease("b", "a", 1_000).hardTtl(10_001).build());
    invalid("hardTtl", "is -1ms; use 1s to 10s", lease("b", "a", 1_000).hardTtl(-1).build());
  }

  @Test
  void theLockDelay() {
    table.own(lease("a", "ann", 1_000).lockDelay(10_000));

    invalid(
        "lockDelay", "is 10s1ms; use 0s to 10s", lease("b", "a", 1_000).lockDelay(10_001).build());
  }

  @Test
  void theGrace() {
    table.own("a", "ann", 10_000);
    assertTrue(table.breakWithin("a", 10_000) instanceof Reply.Broken);

    invalid("grace", "is 10s1ms; use 0s to 10s", broken(10_001, ""));
    invalid("grace", "is -2ms; use 0s to 10s", broken(-2, ""));
  }

  private static OperatorRequest.Break broken(long graceMillis, String reason) {
    return new OperatorRequest.Break(Key.of("a"), 0, graceMillis, reason, null);
  }

  @Test
  void theReasonOfABreak() {
    table.own("a", "ann", 10_000);
    assertTrue(table.say(broken(500, "x".repeat(256))) instanceof Reply.Broken);

    invalid("reason", "has 257 characters; use 0 to 256", broken(0, "x".repeat(257)));
  }

  @Test
  void theTokenOfABreak() {
    invalid(
        "token",
        "is -1; use 0 to 9007199254740991",
        new OperatorRequest.Break(Key.of("a"), -1, 0, "", null));
  }

  @Test
  void theHoldersName() {
    table.own("a", "x".repeat(256), 1_000);

    invalid(
        "holder", "has 257 characters; use 1 to 256", lease("b", "x".repeat(257), 1_000).build());
    invalid("holder", "has 0 characters; use 1 to 256", new Request.OpenSession("", 1_000, null));
    LeaseId held = table.own("c", "ann", 1_000).lease();
    invalid(
        "holder",
        "has 257 characters; use 1 to 256",
        new Request.Transfer(held, "x".repeat(257), null));
  }

  @Test
  void theRequestId() {
    LeaseId held = table.own(lease("a", "ann", 1_000).requestId("x".repeat(128))).lease();
    String remedy = "has 129 characters; use 1 to 128";
    String id = "x".repeat(129);

    invalid("requestId", remedy, lease("b", "ann", 1_000).requestId(id).build());
    invalid("requestId", remedy, new Request.OpenSession("ann", 1_000, id));
    invalid("requestId", remedy, new OperatorRequest.Break(Key.of("a"), 0, 0, "", id));
    invalid("requestId", remedy, new Request.Transfer(held, "bob", id));
    invalid("requestId", remedy, new Request.SetValue(held, null, id));
  }

  @Test
  void theValue() {
    LeaseId held = table.own(lease("a", "ann", 1_000).value(Value.of(new byte[4_096]))).lease();
    Value large = Value.of(new byte[4_097]);
    String remedy = "has 4097 bytes; use 0 to 4096";

    refused(Outcome.TOO_LARGE, "value", remedy, lease("b", "ann", 1_000).value(large).build());
    refused(Outcome.TOO_LARGE, "value", remedy, new Request.SetValue(held, large, null));
  }

  @Test
  void theKey() {
    table.own("x".repeat(512), "ann", 1_000);

    InvalidFieldException longer =
        assertThrows(InvalidFieldException.class, () -> Key.of("x".repeat(511) + "é"));
    assertEquals("key", longer.field());
    assertEquals("has 513 bytes; use 1 to 512", longer.remedy());
    assertEquals("key", assertThrows(InvalidFieldException.class, () -> Key.of("")).field());
    assertEquals("key", assertThrows(InvalidFieldException.class, () -> Key.of("\ud800")).field());
  }

  @Test
  void theFencesName() {
    table.say(new Request.RaiseFence("x".repeat(512), 1));
    String remedy = "has 513 characters; use 1 to 512";

    invalid("fence", remedy, new Request.RaiseFence("x".repeat(513), 1));
    invalid("fence", remedy, new Request.ReadFence("x".repeat(513)));
  }

  @Test
  void thePage() {
    table.say(new PerShardRequest.Browse("", 0, 1_000));

    invalid("limit", "is 1001; use 1 to 1000", new PerShardRequest.Browse("", 0, 1_001));
    invalid("limit", "is 0; use 1 to 1000", new PerShardRequest.Browse("", 0, 0));
    assertEquals("cursor", field(new PerShardRequest.Browse("", -1, 1)));
    assertEquals("cursor", field(new PerShardRequest.Browse("", Long.MAX_VALUE, 1)));
    assertEquals("prefix", field(new PerShardRequest.Browse("x".repeat(513), 0, 1)));
    assertEquals("prefix", field(new PerShardRequest.Watch(null, "x".repeat(513), 0)));
    assertEquals("from", field(new PerShardRequest.Watch(null, "", -2)));
  }

  private String field(Request request) {
    return as(Refusal.Refused.class, table.say(request)).field();
  }

  @Test
  void theRenewalsOfOneMessage() {
    LeaseId held = table.own("a", "ann", 1_000).lease();
    table.say(new Request.Renew(Collections.nCopies(1_024, held)));

    invalid(
        "leases",
        "has 1025 entries; use 1 to 1024",
        new Request.Renew(Collections.nCopies(1_025, held)));
    invalid("leases", "has 0 entries; use 1 to 1024", new Request.Renew(List.of()));
  }

  @Test
  void aTextThatIsNotUnicode() {
    String broken = "id\ud800";

    String remedy = "is not valid Unicode; send it as UTF-8";
    invalid("requestId", remedy, lease("a", "ann", 1_000).requestId(broken).build());
    invalid("holder", remedy, lease("a", broken, 1_000).build());
    invalid("fence", remedy, new Request.RaiseFence(broken, 1));
  }

  @Test
  void theLimitsThemselves() {
    Limits usual = Limits.DEFAULT;
    assertEquals("ttlMillisMax", refused(1L << 32, usual.leasesMax(), usual.tokensPerEpoch()));
    assertEquals("leasesMax", refused(1_000, 1 << 24, usual.tokensPerEpoch()));
    assertEquals("tokensPerEpoch", refused(1_000, 10, (1 << 22) + 1));
    assertEquals("tokensPerEpoch", refused(1_000, 10, 4_099));
  }

  private static String refused(long ttlMillisMax, int leasesMax, int tokensPerEpoch) {
    return assertThrows(
            InvalidFieldException.class,
            () ->
                new Limits(
                    new Limits.Times(100, ttlMillisMax, 0),
                    1,
                    1,
                    1,
                    new Limits.OfShard(leasesMax, 1, 1, 1, 1, 1, 1),
                    tokensPerEpoch))
        .field();
  }

  @Test
  void aNewLeaseHasAKeyWithoutControlCharacters() {
    for (int sign : new int[] {0, '\t', '\n', 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0x2028, 0x2029}) {
      String remedy = "has the control character U+%04X; name the key without it".formatted(sign);
      for (String key : List.of("a%cb", "%c", "b%c")) {
        invalid("key", remedy, lease(key.formatted(sign), "ann", 1_000).build());
      }
    }
    for (int sign : new int[] {' ', '~', 0xa0, 0x2027, 0x202a, 0x9375}) {
      table.own("a" + (char) sign, "ann", 1_000);
    }
  }

  @Test
  void aKeyOfAnOlderServerMayHaveControlCharacters() {
    Key key = Key.of("old\u0085\n");
    var common =
        new TenureImage.Common(3, 9, new TenureImage.Secret(7, 8), "ann", 10_000, List.of(), 0);
    table.said.changes.add(new Change.Begin(TenureImage.Lease.plain(common, key)));
    table.restart();

    Reply.KeyState shown = as(Reply.KeyState.class, table.say(new Request.Look(key)));
    assertEquals("ann", shown.holders().get(0).holder());
    Object broken = table.say(new OperatorRequest.Break(key, 0, 0, "", null));
    assertTrue(broken instanceof Reply, String.valueOf(broken));
    invalid(
        "key",
        "has the control character U+0085; name the key without it",
        lease("old\u0085\n", "ann", 1_000).build());
  }

  @Test
  void aModeThatIsNone() {
    for (Mode.Kind kind : List.of(Mode.Kind.SHARED, Mode.Kind.EXCLUSIVE)) {
      InvalidFieldException none =
          assertThrows(InvalidFieldException.class, () -> new Mode(kind, 7));

      assertEquals("slots", none.field());
      assertEquals("has a meaning with mode slots only; leave it out", none.remedy());
    }
  }
}
