package io.tenure.door.http;

import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An address, such as {@code /v1/leases/{leaseId}/renew}, and what can be done there. {@code
 * {+key}} at the end takes all that is left, slashes too.
 */
final class RoutePattern {

  /** Does what was asked for; {@code name} is what stood in the braces, still encoded. */
  interface Call {
    void serve(HttpExchange exchange, String name);
  }

  private final String template;
  private final String before;
  private final String after;
  private final boolean named;
  private final boolean greedy;
  private final Map<HttpMethod, Call> calls = new LinkedHashMap<>();

  RoutePattern(String template) {
    this.template = template.replace("{+", "{");
    int brace = template.indexOf('{');
    named = brace >= 0;
    before = named ? template.substring(0, brace) : template;
    after = named ? template.substring(template.indexOf('}') + 1) : "";
    greedy = named && template.charAt(brace + 1) == '+';
  }

  RoutePattern on(HttpMethod method, Call call) {
    calls.put(method, call);
    return this;
  }

  /** As it is described. */
  String template() {
    return template;
  }

  /** Not for operating the server itself. */
  boolean isOfApi() {
    return before.startsWith("/v1/");
  }

  /** What stands in the braces, empty without any; null when this is another address. */
  @Nullable String match(String path) {
    if (!named) {
      return path.equals(before) ? "" : null;
    }
    if (path.length() < before.length() + after.length()
        || !path.startsWith(before)
        || !path.endsWith(after)) {
      return null;
    }
    String name = path.substring(before.length(), path.length() - after.length());
    return greedy || !name.isEmpty() && name.indexOf('/') < 0 ? name : null;
  }

  /** HEAD is GET without the body. */
  @Nullable Call call(HttpMethod method) {
    return calls.get(method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method);
  }

  /** As the header Allow lists them. */
  String methods() {
    List<String> methods = new ArrayList<>();
    for (HttpMethod method : calls.keySet()) {
      methods.add(method.name());
      if (method.equals(HttpMethod.GET)) {
        methods.add("HEAD");
      }
    }
    methods.add("OPTIONS");
    return String.join(", ", methods);
  }
}
