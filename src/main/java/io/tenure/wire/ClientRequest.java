package io.tenure.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.Value;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of a client: an {@link Operation} and its fields, in the form that all protocols share.
 * Fields are texts, whole numbers, lists of texts, and a {@link Value}.
 */
public record ClientRequest(Operation operation, Map<String, Object> fields) {

  private static final Object NULL = new Object();

  public ClientRequest {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  public static ClientRequest of(Operation operation) {
    return new ClientRequest(operation, Map.of());
  }

  /** Adds a field, unless it is null. */
  public ClientRequest with(String name, @Nullable Object field) {
    if (!operation.fields().contains(name)) {
      throw new IllegalArgumentException(operation + " has no field " + name);
    }
    if (field == null) {
      return this;
    }
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(name, field);
    return new ClientRequest(operation, more);
  }

  /** Adds a field, unless it is 0. */
  public ClientRequest withMillis(String name, long millis) {
    return millis == 0 ? this : with(name, millis + "ms");
  }

  /** Adds a field that clears the stored content. */
  public ClientRequest withNull(String name) {
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(name, NULL);
    return new ClientRequest(operation, more);
  }

  public String text(String name) {
    Object field = fields.get(name);
    if (field == null) {
      throw new InvalidFieldException(name, "is missing");
    }
    return field.toString();
  }

  /**
   * Writes all fields into an open object, except {@code elsewhere}: the client sends that field in
   * another way, such as in a path.
   */
  public void write(JsonGenerator json, @Nullable String elsewhere) throws IOException {
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      if (!field.getKey().equals(elsewhere)) {
        write(json, field.getKey(), field.getValue());
      }
    }
  }

  private static void write(JsonGenerator json, String name, Object field) throws IOException {
    if (field instanceof Number number) {
      json.writeNumberField(name, number.longValue());
    } else if (field instanceof Value value) {
      ValueFields.write(json, value);
    } else if (field == NULL) {
      json.writeNullField(name);
    } else if (field instanceof Collection<?> texts) {
      json.writeArrayFieldStart(name);
      for (Object text : texts) {
        json.writeString(text.toString());
      }
      json.writeEndArray();
    } else {
      json.writeStringField(name, field.toString());
    }
  }

  /** Omits the fields, because some of them are credentials. */
  @Override
  public String toString() {
    return "Ask[" + operation.spelling() + "]";
  }
}
