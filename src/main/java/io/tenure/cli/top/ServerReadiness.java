package io.tenure.cli.top;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The content of {@code /readyz}.
 *
 * @param role active, standby, partial, stopping, or unknown
 * @param shards -1: it does not say
 * @param serving the number of shards that are served here
 * @param detail the missing parts; empty when none is missing
 */
public record ServerReadiness(String role, long shards, long serving, String detail) {

  private static final String UNKNOWN = "unknown";
  private static final JsonFactory JSON = new JsonFactory();

  static ServerReadiness unknown(String why) {
    return new ServerReadiness(UNKNOWN, -1, -1, why);
  }

  static ServerReadiness read(String text) {
    try {
      Map<String, String> fields = fields(text);
      String role = fields.getOrDefault("role", fields.getOrDefault("status", UNKNOWN));
      return new ServerReadiness(
          role, number(fields, "shards"), number(fields, "serving"), detail(fields));
    } catch (IOException | NumberFormatException garbled) {
      return unknown("/readyz says nothing that can be read");
    }
  }

  private static String detail(Map<String, String> fields) {
    return fields.getOrDefault("detail", fields.getOrDefault("reasons", ""));
  }

  private static long number(Map<String, String> fields, String name) {
    return Long.parseLong(fields.getOrDefault(name, "-1"));
  }

  /** Reads the fields of the outermost object; elements of a list, with semicolons between. */
  private static Map<String, String> fields(String text) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser json = JSON.createParser(text)) {
      String name = "";
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          name = json.currentName();
        } else if (token.isScalarValue()) {
          fields.merge(name, json.getText(), (one, other) -> one + "; " + other);
        }
      }
    }
    return fields;
  }
}
