package io.tenure.wire;

import org.jspecify.annotations.Nullable;

/** Reads the fields of a request from the query of a URL, for users of curl. */
public final class QueryFieldsReader {

  private QueryFieldsReader() {}

  /** Reads {@code raw}, the query in its encoded form; null when there is none. */
  public static RequestFields read(@Nullable String raw) {
    RequestFields fields = new RequestFields();
    if (raw == null) {
      return fields;
    }
    for (String pair : raw.split("&")) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = PercentEncoding.query("query", equals < 0 ? pair : pair.substring(0, equals));
        String text = equals < 0 ? "" : pair.substring(equals + 1);
        fields.with(name, PercentEncoding.query(StrictUtf8.shown(name), text));
      }
    }
    return fields;
  }
}
