package io.tenure.client.transport;

import io.tenure.api.HttpForm;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.JsonObjectWriter;
import io.tenure.wire.PercentEncoding;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the HTTP request of a {@link ClientRequest}. One field may be in the path; the others are
 * in the body, or in the query of a GET.
 */
final class HttpRequestWriter {

  private HttpRequestWriter() {}

  static HttpRequest.Builder request(URI server, ClientRequest ask) {
    HttpForm http = ask.operation().http();
    if (!http.exists()) {
      throw new IllegalArgumentException("over HTTP a client closes the connection instead");
    }
    String inPath = http.field();
    boolean get = http.method().equals("GET");
    String named = inPath == null ? "" : PercentEncoding.encode(ask.text(inPath));
    String query = get ? query(ask, inPath) : "";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + http.before() + named + http.behind() + query));
    if (get) {
      return request.GET();
    }
    byte[] body = JsonObjectWriter.object(json -> ask.write(json, inPath));
    return request
        .header("Content-Type", "application/json")
        .method(http.method(), BodyPublishers.ofByteArray(body));
  }

  private static String query(ClientRequest ask, @Nullable String inPath) {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<String, Object> field : ask.fields().entrySet()) {
      if (!field.getKey().equals(inPath)) {
        pairs.add(field.getKey() + "=" + PercentEncoding.encode(field.getValue().toString()));
      }
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }
}
