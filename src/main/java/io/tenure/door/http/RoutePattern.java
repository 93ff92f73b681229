package io.tenure.door.http;

import io.tenure.api.HttpForm;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An address, as {@link HttpForm} spells it, with the calls that are served there. */
final class RoutePattern {

  /** The methods, in the order in which the header Allow lists them. */
  private static final List<HttpMethod> METHODS =
      List.of(HttpMethod.GET, HttpMethod.POST, HttpMethod.PUT, HttpMethod.DELETE);

  /**
   * Serves a request; {@code name} is the part of the path for the braces, still percent-encoded.
   */
  interface Call {
    void serve(HttpExchange exchange, String name);
  }

  private final String template;
  private final String before;
  private final String after;
  private final boolean named;
  private final boolean greedy;
  private boolean head = true;
  private boolean page;
  private final Map<HttpMethod, Call> calls = new HashMap<>();

  RoutePattern(String address) {
    HttpForm form = new HttpForm("", address);
    template = form.template();
    before = form.before();
    after = form.behind();
    named = form.field() != null;
    greedy = form.isGreedy();
  }

  RoutePattern on(HttpMethod method, Call call) {
    calls.put(method, call);
    return this;
  }

  /** Refuses HEAD, which is otherwise served as GET without the body. */
  RoutePattern withoutHead() {
    head = false;
    return this;
  }

  /** Lets links of other sites lead here, because people open this path in a browser. */
  RoutePattern asPage() {
    page = true;
    return this;
  }

  boolean isPage() {
    return page;
  }

  /** Returns the path as openapi.yaml spells it. */
  String template() {
    return template;
  }

  /**
   * Returns the part of the path for the braces, empty without braces; null when the path does not
   * match.
   */
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

  /** Returns the call for a method, null without one. */
  @Nullable Call call(HttpMethod method) {
    return calls.get(head && method.equals(HttpMethod.HEAD) ? HttpMethod.GET : method);
  }

  /** Returns the methods as the header Allow lists them. */
  String methods() {
    List<String> methods = new ArrayList<>();
    for (HttpMethod method : METHODS) {
      if (calls.containsKey(method)) {
        methods.add(method.name());
        if (head && method.equals(HttpMethod.GET)) {
          methods.add("HEAD");
        }
      }
    }
    methods.add("OPTIONS");
    return String.join(", ", methods);
  }
}
