package io.tenure.client.transport;

import io.tenure.wire.Ask;
import io.tenure.wire.Json;
import io.tenure.wire.Percent;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link Ask} is said over HTTP: a method, a path that may end in one of the fields, and the
 * other fields in the body, or in the query of a GET.
 */
record HttpCall(String method, String path, @Nullable String inPath, String behind) {

  static HttpCall of(Ask ask) {
    return switch (ask.op()) {
      case ACQUIRE -> plain("POST", "/v1/leases");
      case RENEW_MANY -> plain("POST", "/v1/leases/renew");
      case RENEW -> new HttpCall("POST", "/v1/leases/", "leaseId", "/renew");
      case RELEASE -> new HttpCall("DELETE", "/v1/leases/", "leaseId", "");
      case TRANSFER -> new HttpCall("POST", "/v1/leases/", "leaseId", "/transfer");
      case VALUE -> new HttpCall("PUT", "/v1/leases/", "leaseId", "/value");
      case INSPECT -> new HttpCall("GET", "/v1/leases/", "leaseId", "");
      case LOOK -> new HttpCall("GET", "/v1/keys/", "key", "");
      case LIST -> plain("GET", "/v1/keys");
      case BREAK -> new HttpCall("DELETE", "/v1/keys/", "key", "");
      case OPEN_SESSION -> plain("POST", "/v1/sessions");
      case KEEPALIVE -> new HttpCall("POST", "/v1/sessions/", "sessionId", "/keepalive");
      case CLOSE_SESSION -> new HttpCall("DELETE", "/v1/sessions/", "sessionId", "");
      case INSPECT_SESSION -> new HttpCall("GET", "/v1/sessions/", "sessionId", "");
      case RAISE_FENCE -> new HttpCall("POST", "/v1/fences/", "fence", "");
      case READ_FENCE -> new HttpCall("GET", "/v1/fences/", "fence", "");
      case DROP_FENCE -> new HttpCall("DELETE", "/v1/fences/", "fence", "");
      case SHARDS -> plain("GET", "/v1/shards");
      case END_QUARANTINE -> new HttpCall("POST", "/v1/shards/", "shard", "/end-quarantine");
      case WATCH -> plain("GET", "/v1/watch");
      case CANCEL -> throw new IllegalArgumentException("over HTTP one closes the connection");
    };
  }

  private static HttpCall plain(String method, String path) {
    return new HttpCall(method, path, null, "");
  }

  HttpRequest.Builder request(URI server, Ask ask) {
    String named = inPath == null ? "" : Percent.encode(ask.text(inPath));
    boolean get = method.equals("GET");
    String query = get ? query(ask) : "";
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path + named + behind + query));
    if (get) {
      return request.GET();
    }
    return request.header("Content-Type", "application/json").method(method, body(ask));
  }

  private BodyPublisher body(Ask ask) {
    return BodyPublishers.ofByteArray(Json.object(json -> ask.write(json, inPath)));
  }

  private String query(Ask ask) {
    List<String> pairs = new ArrayList<>();
    for (Map.Entry<String, Object> field : ask.fields().entrySet()) {
      if (!field.getKey().equals(inPath)) {
        pairs.add(field.getKey() + "=" + Percent.encode(field.getValue().toString()));
      }
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }
}
