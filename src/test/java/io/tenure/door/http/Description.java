package io.tenure.door.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Compares the OpenAPI description with the server. An undescribed answer is an error at once, and
 * a described one that no test has seen is an error at the end.
 */
public final class Description {

  private final Map<String, Object> document;
  private final Set<String> unseen = new TreeSet<>();
  private final List<String> faults = new ArrayList<>();

  public Description(String yaml) {
    document = Yaml.read(yaml);
    for (var path : at(document, "paths").entrySet()) {
      for (var call : map(path.getValue()).entrySet()) {
        for (String status : at(map(call.getValue()), "responses").keySet()) {
          unseen.add(call.getKey() + " " + path.getKey() + " " + status);
        }
      }
    }
    at(document, "x-everywhere").keySet().forEach(status -> unseen.add("everywhere " + status));
    for (var schema : at(at(document, "components"), "schemas").entrySet()) {
      for (String field : at(map(schema.getValue()), "properties").keySet()) {
        unseen.add("field " + schema.getKey() + "." + field);
      }
    }
    for (Object code : codes()) {
      unseen.add("code " + code);
    }
  }

  public Set<String> paths() {
    return operations().keySet();
  }

  /** The methods of a path, in lower case. */
  public Set<String> methods(String path) {
    return at(operations(), path).keySet();
  }

  private Map<String, Object> operations() {
    return at(document, "paths");
  }

  List<?> codes() {
    return (List<?>) Objects.requireNonNull(at(properties("Problem"), "code").get("enum"));
  }

  Map<String, Object> properties(String schema) {
    return at(at(at(at(document, "components"), "schemas"), schema), "properties");
  }

  /** The name of the schema of an operation's body, or null. */
  @Nullable String bodyOf(String method, String path) {
    Map<String, Object> body = at(at(at(operations(), path), method), "requestBody");
    return body.isEmpty() ? null : schemaIn(at(at(body, "content"), "application/json"));
  }

  /**
   * The schema of a field of an operation: in its body, its path or its query. What stands next to
   * a reference counts before what the reference says.
   */
  Map<String, Object> field(String method, String path, String name) {
    Map<String, Object> call = at(at(operations(), path), method);
    String body = bodyOf(method, path);
    Map<String, Object> schema = body == null ? Map.of() : at(properties(body), name);
    if (schema.isEmpty() && call.get("parameters") instanceof List<?> parameters) {
      for (Object parameter : parameters) {
        if (name.equals(map(parameter).get("name"))) {
          schema = at(map(parameter), "schema");
        }
      }
    }
    if (!schema.containsKey("$ref")) {
      return schema;
    }
    Map<String, Object> whole =
        new HashMap<>(at(at(at(document, "components"), "schemas"), nameOf(schema)));
    whole.putAll(schema);
    return whole;
  }

  /** Compares an answer with the description; {@code path} is spelled as in the description. */
  public void see(String method, String path, Told told) {
    String status = Integer.toString(told.status());
    Map<String, Object> answer = at(at(at(at(operations(), path), method), "responses"), status);
    unseen.remove(method + " " + path + " " + status);
    if (answer.isEmpty()) {
      answer = at(at(document, "x-everywhere"), status);
      unseen.remove("everywhere " + status);
    }
    String what = method + " " + path + " " + status + " " + told.http().body();
    if (answer.isEmpty()) {
      faults.add("not described: " + what);
      return;
    }
    String type = told.type().split(";")[0];
    Map<String, Object> contents = at(resolved(answer), "content");
    Map<String, Object> content = at(contents, type);
    if (contents.isEmpty() && type.isEmpty()) {
      return;
    } else if (content.isEmpty()) {
      faults.add("not described as " + type + ": " + what);
    } else if (!told.body().isEmpty() && at(content, "schema").containsKey("$ref")) {
      check(schemaIn(content), told.body(), what);
    }
  }

  /** Notes that a request had this field. */
  void sent(String method, String path, String field) {
    String schema = bodyOf(method, path);
    if (schema != null) {
      unseen.remove("field " + schema + "." + field);
    }
  }

  /** Compares an object of an answer with its schema. */
  void check(String schema, Map<?, ?> object, String what) {
    Map<String, Object> properties = properties(schema);
    Object required = at(at(at(document, "components"), "schemas"), schema).get("required");
    for (Object name : required instanceof List<?> list ? list : List.of()) {
      if (!object.containsKey(name)) {
        faults.add(schema + " without " + name + ": " + what);
      }
    }
    for (var field : object.entrySet()) {
      Map<String, Object> property = at(properties, (String) field.getKey());
      unseen.remove("field " + schema + "." + field.getKey());
      if (property.isEmpty()) {
        faults.add(schema + "." + field.getKey() + " is not described: " + what);
      } else if (field.getKey().equals("code")) {
        unseen.remove("code " + field.getValue());
      }
      Map<String, Object> items = at(property, "items");
      if (field.getValue() instanceof List<?> list && items.containsKey("$ref")) {
        list.stream()
            .filter(Map.class::isInstance)
            .forEach(one -> check(nameOf(items), (Map<?, ?>) one, what));
      }
    }
  }

  /** All that was seen and differs from the description. */
  public List<String> contradictions() {
    return faults;
  }

  /** All that is described and was never seen, or was seen and is not described. */
  List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    unseen.forEach(one -> all.add("never seen: " + one));
    return all;
  }

  private Map<String, Object> resolved(Map<String, Object> answer) {
    return answer.containsKey("$ref")
        ? at(at(at(document, "components"), "responses"), nameOf(answer))
        : answer;
  }

  private static String schemaIn(Map<String, Object> content) {
    return nameOf(at(content, "schema"));
  }

  private static String nameOf(Map<String, Object> reference) {
    String name = (String) Objects.requireNonNull(reference.get("$ref"));
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private static Map<String, Object> at(Map<String, Object> map, String name) {
    return map.get(name) instanceof Map<?, ?> below ? map(below) : Map.of();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object map) {
    return (Map<String, Object>) map;
  }
}
