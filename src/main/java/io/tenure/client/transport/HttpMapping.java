package io.tenure.client.transport;

import io.tenure.wire.ClientRequest;
import io.tenure.wire.JsonText;
import io.tenure.wire.PercentEncoding;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link ClientRequest} is said over HTTP: a method, a path that may end in one of the
 * fields, and the other fields in the body, or in the query of a GET.
 */
record HttpMapping(String method, String path, @Nullable String inPath, String behind) {

  static HttpMapping of(ClientRequest ask) {
    return switch (ask.operation()) {
      case ACQUIRE -> plain("POST", "/v1/leases");
      case RENEW_MANY -> plain("POST", "/v1/leases/renew");
      case RENEW -> new HttpMapping("POST", "/v1/leases/", "leaseId", "/renew");
      case RELEASE -> new HttpMapping("DELETE", "/v1/leases/", "leaseId", "");
      case TRANSFER -> new HttpMapping("POST", "/v1/leases/", "leaseId", "/transfer");
      case VALUE -> new HttpMapping("PUT", "/v1/leases/", "leaseId", "/value");
      case INSPECT -> new HttpMapping("GET", "/v1/leases/", "leaseId", "");
      case LOOK -> new HttpMapping("GET", "/v1/keys/", "key", "");
      case LIST -> plain("GET", "/v1/keys");
      case BREAK -> new HttpMapping("DELETE", "/v1/keys/", "key", "");
      case OPEN_SESSION -> plain("POST", "/v1/sessions");
      case KEEPALIVE -> new HttpMapping("POST", "/v1/sessions/", "sessionId", "/keepalive");
      case CLOSE_SESSION -> new HttpMapping("DELETE", "/v1/sessions/", "sessionId", "");
      case INSPECT_SESSION -> new HttpMapping("GET", "/v1/sessions/", "sessionId", "");
      case RAISE_FENCE -> new HttpMapping("POST", "/v1/fences/", "fence", "");
      case READ_FENCE -> new HttpMapping("GET", "/v1/fences/", "fence", "");
      case DROP_FENCE -> new HttpMapping("DELETE", "/v1/fences/", "fence", "");
      case SHARDS -> plain("GET", "/v1/shards");
      case END_QUARANTINE -> new HttpMapping("POST", "/v1/shards/", "shard", "/end-quarantine");
      case WATCH -> plain("GET", "/v1/watch");
      case CANCEL -> throw new IllegalArgumentException("over HTTP one closes the connection");
    };
  }

  private static HttpMapping plain(String method, String path) {
    return new HttpMapping(method, path, null, "");
  }

  HttpRequest.Builder request(URI server, ClientRequest ask) {
    String named = inPath == null ? "" : PercentEncoding.encode(ask.text(inPath));
    boolean get = method.equals("GET");
    String query = get ? query(ask) : "";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path + named + behind + query));
    if (get) {
      return request.GET();
    }
    return request.header("Content-Type", "application/json").method(method, body(ask));
  }

  private BodyPublisher body(ClientRequest ask) {
    return BodyPublishers.ofByteArray(JsonText.object(json -> ask.write(json, inPath)));
  }

  private String query(ClientRequest ask) {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<String, Object> field : ask.fields().entrySet()) {
      if (!field.getKey().equals(inPath)) {
        pairs.add(field.getKey() + "=" + PercentEncoding.encode(field.getValue().toString()));
      }
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }
}
