package io.tenure.door.ws;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A message of a stream in JSON. */
record Message(Map<String, Object> fields) {
  @Nullable Object get(String name) {
    return fields.get(name);
  }

  String text(String name) {
    return (String) needed(name);
  }

  private Object needed(String name) {
    return Objects.requireNonNull(fields.get(name), () -> name + " is not in " + fields);
  }

  List<?> list(String name) {
    return (List<?>) needed(name);
  }

  long number(String name) {
    return ((Number) needed(name)).longValue();
  }

  int status() {
    return (int) number("status");
  }

  String code() {
    return text("code");
  }

  /** The losses of one push, each as a message of its own. */
  static List<Message> losses(Map<String, Object> push) {
    List<Message> losses = new ArrayList<>();
    for (Object lease : (List<?>) Objects.requireNonNull(push.get("leases"))) {
      Map<String, Object> fields = new HashMap<>(push);
      ((Map<?, ?>) lease).forEach((name, value) -> fields.put((String) name, value));
      losses.add(new Message(fields));
    }
    return losses;
  }
}
