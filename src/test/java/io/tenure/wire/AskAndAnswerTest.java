package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.api.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that servers read the requests that clients write, and that clients read the answers that
 * servers write.
 */
final class AskAndAnswerTest {

  private static final LeaseId LEASE = new LeaseId(3, 77, 9, 123_456_789L, -5L);
  private static final byte[] BINARY = {(byte) 0xff, 0, (byte) 0x80};

  private static Request read(ClientRequest ask) {
    byte[] json = JsonObjectWriter.object(body -> ask.write(body, null));
    return RequestReader.read(ask.operation(), JsonFieldsReader.read(json));
  }

  private static ServerMessage answer(Reply.Answer reply) {
    return ServerMessage.read(JsonObjectWriter.object(ReplyWriter.of(reply)));
  }

  private static Problem problem(Problem problem) {
    return ServerMessage.read(JsonObjectWriter.object(json -> ReplyWriter.problem(json, problem)))
        .problem();
  }

  @Test
  void aDoorReadsWhatWasAsked() {
    ClientRequest ask =
        ClientRequest.of(Operation.ACQUIRE)
            .with("key", "a/ü")
            .with("holder", "anna")
            .withMillis("ttl", 1_500)
            .withMillis("wait", 0)
            .with("requestId", null)
            .with("slots", 4)
            .with("value", Value.of(BINARY));

    assertEquals(
        AcquireBuilder.of(Key.of("a/ü"), "anna")
            .ttl(1_500)
            .mode(Mode.slots(4))
            .value(Value.of(BINARY))
            .build(),
        read(ask));
  }

  @Test
  void aValueIsTakenAwayBySayingNull() {
    ClientRequest ask =
        ClientRequest.of(Operation.VALUE).with("leaseId", LEASE.text()).withNull("value");

    assertEquals(new Request.SetValue(LEASE, null, null), read(ask));
  }

  @Test
  void whatIsSaidInThePathIsNotSaidAgain() {
    ClientRequest ask = ClientRequest.of(Operation.LOOK).with("key", "a");

    assertEquals(
        "{}",
        new String(
            JsonObjectWriter.object(json -> ask.write(json, "key")), StandardCharsets.UTF_8));
  }

  @Test
  void aFieldThatTheOpDoesNotHaveIsAMistake() {
    assertThrows(
        IllegalArgumentException.class, () -> ClientRequest.of(Operation.LOOK).with("ttl", "3s"));
  }

  @Test
  void aClientReadsWhatWasAnswered() {
    ServerMessage granted =
        answer(
            new Reply.Granted(
                LEASE,
                new Holding(Key.of("a"), "anna", 42, 3),
                new Validity(30_000, 29_000),
                Value.of(BINARY),
                false));

    assertEquals(LEASE, LeaseId.parse(granted.text("leaseId")));
    assertEquals(42, granted.number("token"));
    assertEquals(29_000, granted.number("validForMs"));
    assertEquals(3, granted.number("slot"));
    assertArrayEquals(BINARY, Objects.requireNonNull(granted.value()).bytes());
    assertEquals(-1, granted.number("waiters", -1));
    assertNull(granted.textOrNull("reason"));
    assertEquals(
        List.of(7L, 8L), answer(new Reply.Broken(List.of(7L, 8L), true)).numbers("tokens"));
  }

  @Test
  void aProblemComesBackAsItWas() {
    Problem held = ReplyProblems.of(new Refusal.Held("ben", 9, 60, 4_000, 0, 2));

    assertEquals(held.toString(), problem(held).toString());
    assertEquals(Outcome.HELD, problem(held).code());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "7",
        "{",
        "{\"a\":",
        "{\"a\":[1,2",
        "{\"a\":{}",
        "{\"a\":}",
        "nonsense",
        "{\"a\":99999999999999999999}",
        "{\"a\":[[[[[[[[[[[[1]]]]]]]]]]]]}"
      })
  void whatIsNoAnswerIsCalledGarbled(String text) {
    assertThrows(MalformedAnswerException.class, () -> ServerMessage.read(text));
    assertThrows(
        MalformedAnswerException.class,
        () -> ServerMessage.read(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsMissingIsCalledGarbledWhenItIsNeeded() {
    ServerMessage message =
        ServerMessage.read("{\"token\":\"seven\",\"more\":{\"new\":[1,null,true,0.5]}}");

    assertThrows(MalformedAnswerException.class, () -> message.number("token"));
    assertThrows(MalformedAnswerException.class, () -> message.text("leaseId"));
    assertThrows(MalformedAnswerException.class, () -> message.objects("keys"));
    assertFalse(message.toString().contains("seven"));
  }

  @Test
  void aCodeOfANewerServerIsTakenForWhatItIsMostLike() {
    String later = "{\"code\":\"MOON_IS_WRONG\",\"retryable\":true,\"detail\":\"wait for it\"}";
    String never = "{\"code\":\"MOON_IS_GONE\",\"retryable\":false}";

    assertEquals(Outcome.UNKNOWN, ServerMessage.read(later).problem().code());
    assertEquals("wait for it", ServerMessage.read(later).problem().detail());
    assertEquals(Outcome.INTERNAL, ServerMessage.read(never).problem().code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b c", "ü%+&=?#;", "100%", "😀", "//", "../x"})
  void whatIsPercentEncodedIsReadAsItWas(String text) {
    String encoded = PercentEncoding.encode(text);

    assertEquals(text, PercentEncoding.path("key", encoded));
    assertEquals(text, PercentEncoding.query("key", encoded));
  }
}
