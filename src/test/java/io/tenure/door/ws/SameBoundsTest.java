package io.tenure.door.ws;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.FieldBound;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.RequestBounds;
import io.tenure.door.BoundCase;
import io.tenure.door.GatewayOptions;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.http.Told;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks every bound of a field over every protocol. HTTP with a body, HTTP with a query and a
 * stream accept both edges, and refuse what is beyond them with the same words.
 */
final class SameBoundsTest {

  private static final Limits LIMITS =
      new Limits(
          new Limits.Times(100, 60_000, 5_000),
          7,
          Limits.WAITERS_PER_KEY_MAX,
          Limits.LEASES_PER_SESSION_MAX,
          Limits.DEFAULT.ofShard(),
          Limits.TOKENS_PER_EPOCH);

  private static final RequestBounds BOUNDS = new RequestBounds(LIMITS);

  private static OpenDoor door;
  private static Talker talker;
  private static int names;

  /** An answer over any protocol; the texts are empty when it is no refusal. */
  private record Answer(int status, String code, String field, String detail) {
    static Answer of(int status, Map<String, Object> body) {
      return new Answer(status, text(body, "code"), text(body, "field"), text(body, "detail"));
    }

    private static String text(Map<String, Object> body, String name) {
      return body.get(name) instanceof String text ? text : "";
    }

    boolean refusesAField() {
      return Set.of(Outcome.INVALID.name(), Outcome.TOO_LARGE.name()).contains(code);
    }
  }

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(GatewayOptions.DEFAULT, LIMITS);
    talker = new Talker(door);
  }

  @AfterAll
  static void close() throws Exception {
    talker.close();
    door.close();
  }

  static Stream<BoundCase> cases() {
    return BoundCase.all(BOUNDS).stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void bothEdgesAreAccepted(BoundCase each) throws Exception {
    assertEquals(List.of(each.min(), each.max()), List.of(each.bound().min(), each.bound().max()));
    for (long edge : List.of(each.min(), each.max())) {
      // A watch that begins over HTTP has no end.
      boolean streamOnly = each.operation() == Operation.WATCH;
      for (Answer answer : streamOnly ? List.of(overStream(each, edge)) : answers(each, edge)) {
        assertFalse(answer.refusesAField(), edge + ": " + answer);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whatIsBeyondIsRefusedInTheSameWords(BoundCase each) throws Exception {
    boolean tooLarge = each.bound().beyond() == Outcome.TOO_LARGE;
    for (long size : each.beyond()) {
      InvalidFieldException refusal =
          assertThrows(InvalidFieldException.class, () -> each.bound().check(size));
      Answer expected =
          new Answer(
              tooLarge ? 413 : 400,
              tooLarge ? "TOO_LARGE" : "INVALID",
              each.bound().field(),
              refusal.field() + (tooLarge ? ": " : " ") + refusal.remedy());
      for (Answer answer : answers(each, size)) {
        assertEquals(expected, answer);
      }
    }
  }

  @Test
  void noBoundIsLeftOut() throws Exception {
    Set<FieldBound> tried = cases().map(BoundCase::bound).collect(Collectors.toSet());
    // The number of a request on a stream has a test of its own, and no protocol asks for entries.
    Set<FieldBound> others = Set.of(RequestBounds.SEQ, RequestBounds.ENTRIES);
    for (Field field : RequestBounds.class.getFields()) {
      Object owner = Modifier.isStatic(field.getModifiers()) ? null : BOUNDS;
      if (field.get(owner) instanceof FieldBound bound) {
        assertTrue(tried.contains(bound) || others.contains(bound), field.getName());
      }
    }
    assertTrue(tried.contains(BOUNDS.hardTtl(1_000)));
  }

  @Test
  void theNumberOfARequestOnAStream() throws Exception {
    for (String seq : List.of("-1", "9007199254740992")) {
      talker.text("{\"seq\":" + seq + ",\"op\":\"shards\"}");
      Message refusal = talker.refusal();

      assertEquals("INVALID", refusal.code());
      assertEquals("seq is " + seq + "; use 0 to 9007199254740991", refusal.text("detail"));
    }
    talker.text("{\"seq\":9007199254740991,\"op\":\"shards\"}");
    assertEquals(200, talker.answer(9_007_199_254_740_991L).status());
  }

  @Test
  void aShardIsOneOfThisServer() throws Exception {
    BoundCase reason =
        cases()
            .filter(each -> each.operation() == Operation.END_QUARANTINE)
            .findAny()
            .orElseThrow();
    for (long shard : List.of(-1L, 8L)) {
      Map<String, Object> fields = fields(reason, 1);
      fields.put("shard", shard);
      for (Answer answer : answers(reason.operation(), fields)) {
        assertEquals(
            new Answer(400, "INVALID", "shard", "shard is " + shard + "; use 0 to 7"), answer);
      }
    }
  }

  @Test
  void aReasonThatTheAuditKeepsIsNotBlank() throws Exception {
    BoundCase reason =
        cases()
            .filter(each -> each.operation() == Operation.END_QUARANTINE)
            .findAny()
            .orElseThrow();
    Map<String, Object> fields = fields(reason, 1);
    fields.put("reason", " \t");
    for (Answer answer : answers(reason.operation(), fields)) {
      assertEquals(
          new Answer(400, "INVALID", "reason", "reason is blank; give the reason, for the audit"),
          answer);
    }
  }

  @Test
  void underASessionALeaseHasNoTtlOfItsOwn() throws Exception {
    String session = talker.openSession();
    for (String field : List.of("ttl", "hardTtl")) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("key", newKey());
      fields.put("holder", "anna");
      fields.put("session", session);
      fields.put(field, "1s");
      for (Answer answer : answers(Operation.ACQUIRE, fields)) {
        String remedy = " has no meaning under a session, because its ttl counts; leave it out";
        assertEquals(new Answer(400, "INVALID", field, field + remedy), answer);
      }
    }
  }

  private static Map<String, Object> fields(BoundCase each, long size) throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>(each.others());
    fields.put(each.name(), each.sized(size));
    for (String name : List.of("key", "leaseId")) {
      if (BoundCase.NEW.equals(fields.get(name))) {
        String key = newKey();
        fields.put(name, name.equals("key") ? key : talker.acquire(key, "60s").text("leaseId"));
      }
    }
    return fields;
  }

  private static String newKey() {
    return "k" + names++;
  }

  private static Answer overStream(BoundCase each, long size) throws Exception {
    return overStream(each.operation(), fields(each, size));
  }

  /** Sends one request over each protocol that can carry it. */
  private static List<Answer> answers(BoundCase each, long size) throws Exception {
    List<Answer> answers = new ArrayList<>();
    answers.add(overStream(each, size));
    if (hasAddress(each.operation(), fields(each, size))) {
      answers.addAll(overHttp(each.operation(), fields(each, size), true));
      answers.addAll(overHttp(each.operation(), fields(each, size), false));
    }
    return answers;
  }

  private static List<Answer> answers(Operation operation, Map<String, Object> fields)
      throws Exception {
    List<Answer> answers = new ArrayList<>();
    answers.add(overStream(operation, fields));
    answers.addAll(overHttp(operation, fields, true));
    answers.addAll(overHttp(operation, fields, false));
    return answers;
  }

  private static boolean hasAddress(Operation operation, Map<String, Object> fields) {
    String field = operation.http().field();
    return operation.http().exists() && (field == null || !"".equals(fields.get(field)));
  }

  private static Answer overStream(Operation operation, Map<String, Object> fields)
      throws Exception {
    String members = members(fields);
    Message answer =
        talker.ask(
            "\"op\":\"" + operation.spelling() + "\"" + (members.isEmpty() ? "" : "," + members));
    return Answer.of(answer.status(), answer.fields());
  }

  /** Returns no answer when the request cannot be spelled so. */
  private static List<Answer> overHttp(Operation operation, Map<String, Object> all, boolean inBody)
      throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>(all);
    String method = operation.http().method();
    boolean emptyList = fields.values().stream().anyMatch(List.of()::equals);
    if (inBody ? method.equals("GET") : emptyList) {
      return List.of();
    }
    String path = operation.http().before();
    String inPath = operation.http().field();
    if (inPath != null) {
      Object name = Objects.requireNonNull(fields.remove(inPath));
      path += encoded(name) + operation.http().behind();
    }
    String query = inBody ? "" : "?" + query(fields);
    Told told = door.send(method, path + query, inBody ? "{" + members(fields) + "}" : null);
    return List.of(Answer.of(told.status(), told.body()));
  }

  private static String query(Map<String, Object> fields) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(@Nullable Object value) {
    String text =
        value instanceof List<?> list
            ? list.stream().map(String::valueOf).collect(Collectors.joining(","))
            : String.valueOf(value);
    return URLEncoder.encode(text, UTF_8);
  }

  private static String members(Map<String, Object> fields) {
    return fields.entrySet().stream()
        .map(field -> "\"" + field.getKey() + "\":" + literal(field.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String literal(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(SameBoundsTest::literal).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof Long number
        ? number.toString()
        : "\"" + String.valueOf(value).replace("\t", "\\t") + "\"";
  }
}
