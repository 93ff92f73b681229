package io.tenure.door.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An answer of the server with its parsed JSON. */
public record Told(int status, String type, Map<String, Object> body, HttpResponse<String> http) {

  public static Told of(HttpResponse<String> http) {
    String type = http.headers().firstValue("content-type").orElse("");
    Map<String, Object> body =
        type.contains("json") && !http.body().isEmpty() ? object(http.body()) : Map.of();
    return new Told(http.statusCode(), type, body, http);
  }

  public String code() {
    return text("code");
  }

  public String text(String name) {
    return (String) needed(name);
  }

  private Object needed(String name) {
    return Objects.requireNonNull(body.get(name), () -> name + " is not in " + body);
  }

  public long number(String name) {
    return ((Number) needed(name)).longValue();
  }

  List<Map<String, Object>> objects(String name) {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (Object one : (List<?>) needed(name)) {
      Map<String, Object> object = new LinkedHashMap<>();
      ((Map<?, ?>) one).forEach((key, value) -> object.put((String) key, value));
      objects.add(object);
    }
    return objects;
  }

  public static Map<String, Object> object(String json) {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return object(parser);
    } catch (IOException broken) {
      throw new UncheckedIOException(json, broken);
    }
  }

  private static Map<String, Object> object(JsonParser json) throws IOException {
    Map<String, Object> object = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      object.put(name, value(json));
    }
    return object;
  }

  private static @Nullable Object value(JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case START_OBJECT -> object(json);
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(json));
        }
        yield list;
      }
      case VALUE_NUMBER_INT -> json.getLongValue();
      case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> json.getBooleanValue();
      case VALUE_NULL -> null;
      default -> json.getText();
    };
  }
}
