package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.UnicodeChecks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The uninterpreted fields of one request, from a JSON object, a query or both. A field that is
 * null counts as absent.
 */
public final class RequestFields {

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");

  /** The most digits, or digits and a sign, that always fit into 64 bits. */
  private static final int LONG_DIGITS_MAX = 18;

  /** The most digits, or digits and a sign, that always fit into 32 bits. */
  private static final int INT_DIGITS_MAX = 9;

  /** More fields than any request has: all further fields are unknown in any case. */
  private static final int FIELDS_MAX = 64;

  /** A number in the form in which it was written. */
  record Numeral(String text) {}

  /** A text from a query, which can be read as a text and as a number. */
  record Loose(String text) {}

  /** A field that is explicitly null. */
  enum Nothing {
    NOTHING
  }

  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Adds a field from another part of the request, such as the path or a header. */
  public RequestFields with(String name, String text) {
    add(name, new Loose(text));
    return this;
  }

  public boolean has(String name) {
    return fields.containsKey(name);
  }

  /** Whether the field is present and not null. */
  boolean given(String name) {
    return has(name) && fields.get(name) != Nothing.NOTHING;
  }

  void add(String name, Object field) {
    if (fields.size() == FIELDS_MAX) {
      throw new InvalidFieldException(
          "body", "has more than " + FIELDS_MAX + " fields; leave out some");
    }
    if (fields.put(name, field) != null) {
      throw new InvalidFieldException(StrictUtf8.shown(name), "is there twice; send it once");
    }
    if (field instanceof String text && !UnicodeChecks.isText(text)
        || field instanceof Loose loose && !UnicodeChecks.isText(loose.text)) {
      throw new InvalidFieldException(
          StrictUtf8.shown(name), "has half of a surrogate pair; send valid Unicode");
    }
  }

  /** Removes a field that has been interpreted. */
  void drop(String name) {
    fields.remove(name);
  }

  /** Adds the fields of another reader. */
  public RequestFields and(RequestFields others) {
    others.fields.forEach(this::add);
    return this;
  }

  /** Refuses the first field that {@code operation} does not have. */
  void only(Operation operation) {
    for (String name : fields.keySet()) {
      if (!operation.fields().contains(name)) {
        throw new InvalidFieldException(
            StrictUtf8.shown(name),
            operation.fields().isEmpty()
                ? "is unknown; leave it out"
                : "is unknown; use " + String.join(", ", operation.fields()));
      }
    }
  }

  @Nullable String text(String name) {
    Object field = fields.get(name);
    if (field == null || field == Nothing.NOTHING) {
      return null;
    }
    if (field instanceof Loose loose) {
      return loose.text;
    }
    if (field instanceof String text) {
      return text;
    }
    throw wrong(name, field, "a text");
  }

  String text(String name, String remedy) {
    String text = text(name);
    if (text == null) {
      throw new InvalidFieldException(name, "is missing; " + remedy);
    }
    return text;
  }

  /** Returns a whole number, of which the shard checks the bounds, or {@code otherwise}. */
  long whole(String name, long otherwise) {
    return whole(name, LONG_DIGITS_MAX, otherwise);
  }

  /** Returns a whole number of at most 32 bits, or {@code otherwise}. */
  int wholeInt(String name, int otherwise) {
    return (int) whole(name, INT_DIGITS_MAX, otherwise);
  }

  private long whole(String name, int digitsMax, long otherwise) {
    Object field = fields.get(name);
    if (field == null || field == Nothing.NOTHING) {
      return otherwise;
    }
    String text =
        field instanceof Numeral number
            ? number.text
            : field instanceof Loose loose ? loose.text : null;
    if (text == null) {
      throw wrong(name, field, "a whole number");
    }
    if (!WHOLE.matcher(text).matches()) {
      throw new InvalidFieldException(name, "is no whole number; use digits, such as 7");
    }
    if (text.length() > digitsMax) {
      throw new InvalidFieldException(name, "has too many digits; use fewer");
    }
    return Long.parseLong(text);
  }

  /** Returns a duration in milliseconds, or {@code otherwise}. */
  long millis(String name, long otherwise) {
    Object field = fields.get(name);
    if (field == null || field == Nothing.NOTHING) {
      return otherwise;
    }
    if (field instanceof Numeral number) {
      return DurationReader.millis(name, number.text);
    }
    String text = field instanceof Loose loose ? loose.text : null;
    if (field instanceof String said) {
      text = said;
    }
    if (text == null) {
      throw wrong(name, field, "a duration such as 30s, or seconds as a number");
    }
    return DurationReader.millis(name, text);
  }

  /** Returns the text of a field that is one, else null: for a field that may have another form. */
  public @Nullable String looseText(String name) {
    Object field = fields.get(name);
    if (field instanceof Loose loose) {
      return loose.text;
    }
    return field instanceof String text ? text : null;
  }

  /** Returns a list of texts. */
  List<String> texts(String name) {
    Object field = fields.get(name);
    if (field == null || field == Nothing.NOTHING) {
      throw new InvalidFieldException(name, "is missing; use a list of texts");
    }
    if (field instanceof Loose loose) {
      return List.of(loose.text.split(",", -1));
    }
    if (field instanceof JsonFieldsReader.Texts texts) {
      return texts.all();
    }
    throw wrong(name, field, "a list of texts");
  }

  private static InvalidFieldException wrong(String name, Object field, String wanted) {
    String found =
        field instanceof Numeral
            ? "a number"
            : field instanceof Boolean
                ? "true or false"
                : field instanceof JsonFieldsReader.Texts ? "a list" : "a text";
    return new InvalidFieldException(name, "is " + found + "; use " + wanted);
  }
}
