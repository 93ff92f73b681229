package io.tenure.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tenure.api.Outcome;
import io.tenure.api.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An answer or a push of a server: one JSON object. Fields that the client does not need are
 * ignored, so that a client understands newer servers. A field that the client needs and does not
 * find is a {@link MalformedAnswerException}.
 */
public final class ServerMessage {

  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  /** More than any message has: a page of keys has the depth two. */
  private static final int DEPTH_MAX = 8;

  /** The fields of every problem; all other fields are those of its kind. */
  private static final Set<String> OF_EVERY_PROBLEM =
      Set.of(
          "type", "title", "status", "detail", "code", "retryable", "retryAfterMs", "field", "seq");

  private final Map<String, Object> fields;

  private ServerMessage(Map<String, Object> fields) {
    this.fields = fields;
  }

  /**
   * Makes a message with these fields: texts, numbers, booleans, lists of them, and other messages.
   */
  public static ServerMessage of(Map<String, Object> fields) {
    return new ServerMessage(new LinkedHashMap<>(fields));
  }

  public static ServerMessage read(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      return read(parser);
    } catch (IOException broken) {
      throw new MalformedAnswerException("it is no JSON object");
    }
  }

  public static ServerMessage read(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      return read(parser);
    } catch (IOException broken) {
      throw new MalformedAnswerException("it is no JSON object");
    }
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  public String text(String name) {
    return needed(name, String.class);
  }

  public @Nullable String textOrNull(String name) {
    return fields.get(name) instanceof String text ? text : null;
  }

  public long number(String name) {
    return needed(name, Number.class).longValue();
  }

  public long number(String name, long otherwise) {
    return fields.get(name) instanceof Number number ? number.longValue() : otherwise;
  }

  /** Returns false when there is no such field. */
  public boolean flag(String name) {
    return fields.get(name) instanceof Boolean truth && truth;
  }

  public List<ServerMessage> objects(String name) {
    return all(name, ServerMessage.class);
  }

  public List<Long> numbers(String name) {
    return all(name, Number.class).stream().map(Number::longValue).toList();
  }

  public @Nullable Value value() {
    String text = textOrNull("value");
    String base64 = textOrNull("valueBase64");
    if (text != null) {
      return Value.of(text);
    }
    return base64 == null ? null : Value.of(ValueFields.decoded(base64));
  }

  /** Reads the problem; only for a refusal. */
  public Problem problem() {
    String detail = textOrNull("detail");
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.keySet().removeAll(OF_EVERY_PROBLEM);
    return new Problem(
        code(),
        detail == null ? code().title() : detail,
        textOrNull("field"),
        number("retryAfterMs", Problem.NO_RETRY),
        more);
  }

  /**
   * Reads the code. An unknown code of a newer server counts as {@code UNKNOWN} when it is
   * retryable, else as {@code INTERNAL}.
   */
  private Outcome code() {
    String code = textOrNull("code");
    try {
      return Outcome.valueOf(code == null ? "" : code.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unheardOf) {
      return flag("retryable") ? Outcome.UNKNOWN : Outcome.INTERNAL;
    }
  }

  private <T> T needed(String name, Class<T> type) {
    Object field = fields.get(name);
    if (!type.isInstance(field)) {
      throw new MalformedAnswerException("it does not say " + name + " as it should");
    }
    return type.cast(field);
  }

  private <T> List<T> all(String name, Class<T> type) {
    List<T> all = new ArrayList<>();
    for (Object one : needed(name, List.class)) {
      if (!type.isInstance(one)) {
        throw new MalformedAnswerException("it does not list " + name + " as it should");
      }
      all.add(type.cast(one));
    }
    return all;
  }

  private static ServerMessage read(JsonParser json) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new MalformedAnswerException("it is no JSON object");
    }
    return object(json, 1);
  }

  private static ServerMessage object(JsonParser json, int depth) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      Object field = field(json, depth);
      if (field != null) {
        fields.put(name, field);
      }
    }
    return new ServerMessage(fields);
  }

  private static @Nullable Object field(JsonParser json, int depth) throws IOException {
    if (depth > DEPTH_MAX) {
      throw new MalformedAnswerException("it is too deep");
    }
    JsonToken token = json.currentToken();
    if (token == null) {
      throw new MalformedAnswerException("it ends too early");
    }
    return switch (token) {
      case START_OBJECT -> object(json, depth + 1);
      case START_ARRAY -> list(json, depth + 1);
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static List<Object> list(JsonParser json, int depth) throws IOException {
    List<Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Object one = field(json, depth);
      if (one != null) {
        list.add(one);
      }
    }
    return list;
  }

  /** Names the fields without their content, because some of them are credentials. */
  @Override
  public String toString() {
    return "Answer" + fields.keySet();
  }
}
