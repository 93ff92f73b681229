package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.EndReason;
import io.tenure.api.HolderView;
import io.tenure.api.Holding;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.LifespanView;
import io.tenure.api.Mode;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplyWriterTest {

  private static final LeaseId HANDLE = new LeaseId(3, 77, 1, 2, 3);
  private static final Validity TERM = new Validity(30_000, 30_000);

  @Test
  void aGrantReadsAsTheDesignSays() {
    Reply.Answer granted =
        new Reply.Granted(
            HANDLE,
            new Holding(Key.of("jobs/a"), "anna", 77, -1),
            TERM,
            Value.of("10.0.0.1"),
            false);

    assertEquals(
        "{\"leaseId\":\""
            + HANDLE.text()
            + "\",\"key\":\"jobs/a\",\"holder\":\"anna\",\"token\":77,\"ttlMs\":30000,"
            + "\"validForMs\":30000,\"renewAfterMs\":10000,\"safetyMs\":5000,"
            + "\"value\":\"10.0.0.1\",\"revision\":77}",
        text(granted));
  }

  @Test
  void aSlotIsToldAndAValueThatIsNoTextIsBase64() {
    Reply.Answer granted =
        new Reply.Granted(
            HANDLE, new Holding(Key.of("a"), "h", 1, 0), TERM, Value.of(new byte[] {-1, 0}), false);
    String text = text(granted);

    assertEquals(true, text.contains("\"slot\":0,\"valueBase64\":\"/wA=\",\"revision\":1"));
  }

  @Test
  void aWaitersLeaseIdIsNotToldToWhoHandedTheKeyOn() {
    assertEquals(
        "{\"holder\":\"bert\",\"token\":78}", text(new Reply.Transferred("bert", 78, null, TERM)));
  }

  @Test
  void aKeyShowsItsHoldersWithoutTheirLeaseIds() {
    HolderView holder =
        new HolderView(
            "anna", 77, Mode.slots(3), 2, new LifespanView(0, 9_000, 1_500, false), true, null);
    Reply.Answer state = new Reply.KeyState(Key.of("a"), List.of(holder), 4, 0, 99);

    assertEquals(
        "{\"key\":\"a\",\"held\":true,\"holders\":[{\"holder\":\"anna\",\"token\":77,"
            + "\"mode\":\"slots\",\"slots\":3,\"slot\":2,\"since\":\"2020-01-01T00:00:00Z\","
            + "\"remainingMs\":1500,\"breaking\":true}],\"waiters\":4,\"revision\":99}",
        text(state));
    assertEquals(
        "{\"key\":\"a\",\"held\":false,\"holders\":[],\"waiters\":0,\"barredMs\":7,\"revision\":9}",
        text(new Reply.KeyState(Key.of("a"), List.of(), 0, 7, 9)));
  }

  @Test
  void anEventSaysWhatHappenedAndWhoseRevisionItIs() {
    LeaseEvent event =
        new LeaseEvent(
            9,
            LeaseEvent.Kind.BROKEN,
            new Holding(Key.of("a"), "anna", 7, -1),
            "maintenance",
            Value.of("v"),
            0);

    assertEquals(
        "{\"type\":\"broken\",\"key\":\"a\",\"holder\":\"anna\",\"token\":7,"
            + "\"reason\":\"maintenance\",\"value\":\"v\",\"revision\":9,\"shard\":5}",
        text(json -> ViewWriter.event(json, 5, event)));
  }

  @Test
  void aProblemReadsAsRfc9457SaysWithWhatIsOursBehindIt() {
    Problem problem = problem(new Refusal.Held("anna", 77, 60, 12_345, 0, 2));

    assertEquals(
        "{\"type\":\"urn:tenure:problem:held\",\"title\":\"The key is held\",\"status\":409,"
            + "\"detail\":\"the key has a holder; wait for it, or try again later\","
            + "\"code\":\"HELD\","
            + "\"retryable\":true,\"retryAfterMs\":12345,\"holder\":\"anna\",\"token\":77,"
            + "\"since\":\"2020-01-01T00:01:00Z\",\"remainingMs\":12345,\"waiters\":2}",
        text(json -> ReplyWriter.problem(json, problem)));
  }

  @Test
  void everyCodeOfTheCoreHasOneOfTheWire() {
    for (Outcome code : Outcome.values()) {
      Problem problem = problem(new Refusal.Refused(code, "field", "remedy"));
      assertEquals("field", problem.field());
      assertEquals(problem.code().isRetryable(), problem.retryAfterMillis() != Problem.NO_RETRY);
    }
    assertEquals(Outcome.INVALID, Problem.of(new InvalidFieldException("ttl", "is wrong")).code());
  }

  @Test
  void anEndingIsOneOfTheThreeOfTheContract() {
    assertEquals(Outcome.EXPIRED, problem(new Refusal.Over(EndReason.EXPIRED, 5, 7)).code());
    assertEquals(Outcome.BROKEN, problem(new Refusal.Over(EndReason.BROKEN, 5, 7)).code());
    assertEquals(Outcome.RELEASED, problem(new Refusal.Over(EndReason.RELEASED, 5, 7)).code());
    assertEquals(
        Outcome.RELEASED, problem(new RenewalReply.Over(EndReason.TRANSFERRED, 5, 7)).code());
  }

  @Test
  void aLeaseUnderASessionOfAnotherShardHasNoTimeOfItsOwnToTell() {
    Problem problem = problem(new Refusal.Held("anna", 77, 60, LifespanView.WITH_SESSION, 0, 0));

    assertEquals(true, problem.more().get("withSession"));
    assertNull(problem.more().get("remainingMs"));
    assertEquals(Problem.NO_RETRY, problem.retryAfterMillis());
  }

  @Test
  void whoeverIsToldThatAKeyIsHeldComesAgainWhenItIsNotBarredEither() {
    Problem problem = problem(new Refusal.Held("anna", 77, 60, 500, 9_000, 0));

    assertEquals(500L, problem.more().get("remainingMs"));
    assertEquals(9_000, problem.retryAfterMillis());
    Problem bound = problem(new Refusal.Held("anna", 77, 60, LifespanView.WITH_SESSION, 9_000, 0));
    assertEquals(9_000, bound.retryAfterMillis());
  }

  private static Problem problem(Reply reply) {
    return ReplyProblems.of(reply);
  }

  private static Problem problem(RenewalReply renewal) {
    return ReplyProblems.of(renewal);
  }

  private static String text(Reply.Answer reply) {
    assertEquals(Outcome.DONE, reply.outcome());
    return text(ReplyWriter.of(reply));
  }

  private static String text(JsonObjectWriter.Body body) {
    return new String(JsonObjectWriter.object(body), StandardCharsets.UTF_8);
  }
}
