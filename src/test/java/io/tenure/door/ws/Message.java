package io.tenure.door.ws;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A message in JSON. */
record Message(Map<String, Object> fields) {
  Object get(String name) {
    return fields.get(name);
  }

  String text(String name) {
    return (String) fields.get(name);
  }

  long number(String name) {
    return ((Number) fields.get(name)).longValue();
  }

  int status() {
    return (int) number("status");
  }

  String code() {
    return text("code");
  }

  /** Of one push, each as if it had come by itself. */
  static List<Message> losses(Map<String, Object> push) {
    List<Message> losses = new ArrayList<>();
    for (Object lease : (List<?>) push.get("leases")) {
      Map<String, Object> fields = new HashMap<>(push);
      ((Map<?, ?>) lease).forEach((name, value) -> fields.put((String) name, value));
      losses.add(new Message(fields));
    }
    return losses;
  }
}
