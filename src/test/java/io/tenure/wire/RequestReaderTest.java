package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Request;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RequestReaderTest {

  private static final LeaseId HANDLE = new LeaseId(3, 77, 1, 2, 3);

  @Test
  void readsAnAcquireWithAllItsFields() {
    Request.Acquire acquire =
        acquire(
            """
            {"key":"jobs/nightly","ttl":"30s","holder":"worker-1","value":"10.0.0.1","wait":2.5,
             "requestId":"r1","mode":"exclusive","hardTtl":"1m","lockDelay":"5s","maxLifetime":"1h"}
            """);

    assertEquals(Key.of("jobs/nightly"), acquire.key());
    assertEquals(30_000, acquire.ttlMillis());
    assertEquals("worker-1", acquire.holder());
    assertNotNull(acquire.value());
    assertEquals("10.0.0.1", acquire.value().toString());
    assertEquals(2_500, acquire.waitMillis());
    assertEquals("r1", acquire.requestId());
    assertEquals(Mode.EXCLUSIVE, acquire.mode());
    assertEquals(60_000, acquire.hardTtlMillis());
    assertEquals(5_000, acquire.lockDelayMillis());
    assertEquals(3_600_000, acquire.maxLifetimeMillis());
  }

  @Test
  void whatIsLeftOutOrNullIsOff() {
    Request.Acquire acquire =
        acquire("{\"key\":\"a\",\"ttl\":30,\"holder\":\"h\",\"value\":null,\"wait\":null}");

    assertNull(acquire.value());
    assertNull(acquire.requestId());
    assertEquals(0, acquire.waitMillis());
    assertEquals(0, acquire.maxLifetimeMillis());
  }

  @Test
  void theSameComesFromAQuery() {
    RequestFields query =
        QueryFieldsReader.read("key=jobs%2Fa+b&ttl=30s&holder=%D0%B0&slots=3&requestId=7");
    Request.Acquire acquire = (Request.Acquire) RequestReader.read(Operation.ACQUIRE, query);

    assertEquals(Key.of("jobs/a b"), acquire.key());
    assertEquals("\u0430", acquire.holder());
    assertEquals(Mode.slots(3), acquire.mode());
    assertEquals("7", acquire.requestId());
  }

  @Test
  void underASessionThereIsNoTtl() {
    String session = HANDLE.text();
    String rest = "\"key\":\"a\",\"holder\":\"h\",\"session\":\"" + session + "\"";

    assertEquals(HANDLE, acquire("{" + rest + "}").session());
    for (String field : List.of("ttl", "hardTtl")) {
      InvalidFieldException none = invalid("{\"" + field + "\":0," + rest + "}");

      assertEquals(field, none.field());
      assertEquals("is 0s; leave it out for none", none.remedy());
    }
  }

  @Test
  void whatIsWrongIsRefusedByName() {
    assertEquals("key", invalid("{\"ttl\":30,\"holder\":\"h\"}").field());
    assertEquals("key", invalid("{\"key\":\"\",\"ttl\":30,\"holder\":\"h\"}").field());
    assertEquals("holder", invalid("{\"key\":\"a\",\"ttl\":30}").field());
    assertEquals("ttl", invalid("{\"key\":\"a\",\"holder\":\"h\"}").field());
    assertEquals("ttl", with("\"ttl\":true").field());
    assertEquals("ttl", with("\"ttl\":[]").field());
    assertEquals("ttl", with("\"ttl\":-1").field());
    assertEquals("tll", with("\"tll\":1").field());
    assertEquals("holder", invalid("{\"key\":\"a\",\"ttl\":30,\"holder\":7}").field());
    assertEquals("mode", with("\"ttl\":1,\"mode\":\"both\"").field());
    assertEquals("slots", with("\"ttl\":1,\"mode\":\"slots\"").field());
    assertEquals("slots", with("\"ttl\":1,\"mode\":\"shared\",\"slots\":1").field());
    assertEquals("slots", with("\"ttl\":1,\"slots\":1.5").field());
    assertEquals("slots", with("\"ttl\":1,\"slots\":\"1\"").field());
    assertEquals("slots", with("\"ttl\":1,\"slots\":99999999999999999999").field());
    assertEquals("valueBase64", with("\"ttl\":1,\"valueBase64\":\"*\"").field());
    assertEquals("valueBase64", with("\"ttl\":1,\"value\":\"\",\"valueBase64\":\"\"").field());
  }

  @Test
  void aDurationThatMayBeLeftOutIsNotSaidToBeNone() {
    for (String field : List.of("hardTtl", "maxLifetime")) {
      InvalidFieldException none = with("\"ttl\":1,\"" + field + "\":0");

      assertEquals(field, none.field());
      assertEquals("is 0s; leave it out for none", none.remedy());
    }
  }

  @Test
  void aValueMayBeBinary() {
    Request.Acquire acquire =
        acquire("{\"key\":\"a\",\"ttl\":1,\"holder\":\"h\",\"valueBase64\":\"/wA=\"}");

    assertNotNull(acquire.value());
    assertArrayEquals(new byte[] {-1, 0}, acquire.value().bytes());
  }

  @Test
  void aValueIsSetOrTakenAwayButNeverForgotten() {
    String lease = "\"leaseId\":\"" + HANDLE.text() + "\"";
    Request.SetValue none =
        (Request.SetValue)
            RequestReader.read(Operation.VALUE, json("{" + lease + ",\"value\":null}"));

    assertNull(none.value());
    assertEquals(
        "value",
        assertThrows(
                InvalidFieldException.class,
                () -> RequestReader.read(Operation.VALUE, json("{" + lease + "}")))
            .field());
  }

  @Test
  void anIdThatCannotBeOursIsNotFound() {
    ProblemException refusal =
        assertThrows(
            ProblemException.class,
            () ->
                RequestReader.read(
                    Operation.RENEW, new RequestFields().with("leaseId", "nonsense")));

    assertEquals(Outcome.NOT_FOUND, refusal.problem().code());
  }

  @Test
  void amongManyLeasesSuchAnIdHarmsNoOther() {
    List<LeaseId> leases =
        RequestReader.renewals(json("{\"leases\":[\"" + HANDLE.text() + "\",\"x\"]}"));

    assertEquals(HANDLE, leases.get(0));
    assertNull(leases.get(1));
  }

  @Test
  void aBreakHasAGraceOfItsOwnATtlOrNone() {
    assertEquals(0, breakOff("key=a").graceMillis());
    assertEquals(OperatorRequest.GRACE_TTL, breakOff("key=a&grace=ttl").graceMillis());
    assertEquals(5_000, breakOff("key=a&grace=5s&token=7").graceMillis());
    assertEquals(7, breakOff("key=a&token=7").token());
    assertEquals(-1, breakOff("key=a&token=-1").token());
  }

  @Test
  void aWatchIsOfAKeyOrOfAPrefix() {
    WatchTarget all = RequestReader.following(QueryFieldsReader.read(""));

    assertEquals("", all.prefix());
    assertNull(all.from());
    assertThrows(
        InvalidFieldException.class,
        () -> RequestReader.following(QueryFieldsReader.read("key=a&prefix=b")));
  }

  @Test
  void aPageHasAStandardLimit() {
    assertEquals(100, RequestReader.listing(QueryFieldsReader.read("")).limit());
    assertEquals(-1, RequestReader.listing(QueryFieldsReader.read("limit=-1")).limit());
  }

  @Test
  void aWholeNumberHasDigitsAndFitsIntoItsType() {
    String digits = "has too many digits; use fewer";
    String none = "is no whole number; use digits, such as 7";
    Map.of(
            "limit=9999999999", digits,
            "limit=-999999999", digits,
            "limit=many", none,
            "limit=", none,
            "limit=-", none,
            "limit=1.0", none)
        .forEach(
            (query, remedy) ->
                assertEquals(
                    remedy,
                    assertThrows(
                            InvalidFieldException.class,
                            () -> RequestReader.listing(QueryFieldsReader.read(query)),
                            query)
                        .remedy()));
    assertEquals(
        999_999_999, RequestReader.listing(QueryFieldsReader.read("limit=999999999")).limit());
    assertEquals(Long.MAX_VALUE / 10, breakOff("key=a&token=922337203685477580").token());
    assertThrows(InvalidFieldException.class, () -> breakOff("key=a&token=9223372036854775807"));
  }

  @Test
  void theNumberOfLeasesToRenewTogetherIsCheckedBeforeTheyAreParted() {
    assertEquals(1_024, RequestReader.renewals(leases(1_024)).size());
    for (int count : List.of(0, 1_025)) {
      InvalidFieldException invalid =
          assertThrows(InvalidFieldException.class, () -> RequestReader.renewals(leases(count)));

      assertEquals("leases", invalid.field());
      assertEquals("has " + count + " entries; use 1 to 1024", invalid.remedy());
    }
  }

  private static RequestFields leases(int count) {
    return json("{\"leases\":[" + String.join(",", Collections.nCopies(count, "\"x\"")) + "]}");
  }

  @Test
  void theFieldsOfEveryOpAreNamedInItsRefusals() {
    for (Operation operation : Operation.ofWire()) {
      RequestFields wrong = new RequestFields().with("wrong", "");
      InvalidFieldException invalid =
          assertThrows(
              InvalidFieldException.class,
              () -> {
                switch (operation) {
                  case RENEW_MANY -> RequestReader.renewals(wrong);
                  case LIST -> RequestReader.listing(wrong);
                  case WATCH -> RequestReader.following(wrong);
                  case CANCEL -> RequestReader.cancelled(wrong);
                  case SHARDS -> RequestReader.shards(wrong);
                  default -> RequestReader.read(operation, wrong);
                }
              });
      assertEquals("wrong", invalid.field());
      assertTrue(operation.fields().stream().allMatch(invalid.remedy()::contains));
      assertEquals(operation, Operation.of(operation.spelling()));
    }
  }

  private OperatorRequest.Break breakOff(String query) {
    return (OperatorRequest.Break)
        RequestReader.read(Operation.BREAK, QueryFieldsReader.read(query));
  }

  private Request.Acquire acquire(String json) {
    return (Request.Acquire) RequestReader.read(Operation.ACQUIRE, json(json));
  }

  private InvalidFieldException invalid(String json) {
    return assertThrows(InvalidFieldException.class, () -> acquire(json), json);
  }

  private InvalidFieldException with(String fields) {
    return invalid("{\"key\":\"a\",\"holder\":\"h\"," + fields + "}");
  }

  private static RequestFields json(String json) {
    return JsonFieldsReader.read(json.getBytes(StandardCharsets.UTF_8));
  }
}
