package io.tenure.server.log;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tenure.api.ControlCharacters;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The format of a line for operators. */
public enum LogFormat {
  /** {@code key=value} pairs, for people and for programs that read logfmt. */
  TEXT,
  /** One JSON object a line. */
  JSON;

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  /** A value that needs no quotes. With an escape, and so with a backslash, it needs them. */
  private static final Pattern BARE = Pattern.compile("[^\\s\"=\\\\]+");

  public String write(Instant time, LogLine line) {
    StringBuilder text = new StringBuilder(this == JSON ? "{" : "");
    put(text, "time", MILLIS.format(time));
    put(text, "level", line.level().name().toLowerCase(Locale.ROOT));
    put(text, "room", line.room());
    put(text, "msg", line.says());
    for (Map.Entry<String, Object> field : line.fields().entrySet()) {
      put(text, field.getKey(), field.getValue());
    }
    return this == JSON ? text.append('}').toString() : text.toString();
  }

  private void put(StringBuilder text, String name, Object value) {
    boolean first = text.length() == (this == JSON ? 1 : 0);
    if (this == JSON) {
      text.append(first ? "\"" : ",\"").append(name).append("\":");
      if (value instanceof Number) {
        text.append(value);
      } else {
        quote(text, value.toString());
      }
      return;
    }
    text.append(first ? "" : " ").append(name).append('=');
    if (BARE.matcher(ControlCharacters.escaped(value.toString())).matches()) {
      text.append(value);
    } else {
      quote(text, value.toString());
    }
  }

  private static void quote(StringBuilder text, String value) {
    String quoted = String.valueOf(JsonStringEncoder.getInstance().quoteAsString(value));
    text.append('"').append(ControlCharacters.escaped(quoted)).append('"');
  }
}
