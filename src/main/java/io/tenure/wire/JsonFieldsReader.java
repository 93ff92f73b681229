package io.tenure.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.UnicodeChecks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the fields of one JSON object, strictly. A nested object is refused, and a list may contain
 * only texts, so that the depth is at most two. The limit of the body or of the message also limits
 * the number and the length of texts.
 */
public final class JsonFieldsReader {

  /** Has no cache of field names, because any client may choose them. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private static final int NUMBER_CHARS_MAX = 64;

  record Texts(List<String> all) {}

  private JsonFieldsReader() {}

  public static RequestFields read(byte[] body) {
    return read(body, 0, body.length);
  }

  public static RequestFields read(byte[] body, int from, int length) {
    return read(StrictUtf8.decode("body", body, from, length));
  }

  /** Reads a text message of a stream. */
  public static RequestFields read(String message) {
    return read(CharBuffer.wrap(message.toCharArray()));
  }

  private static RequestFields read(CharBuffer body) {
    try (JsonParser json =
        FACTORY.createParser(
            body.array(), body.arrayOffset() + body.position(), body.remaining())) {
      return read(json);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static RequestFields read(JsonParser json) throws IOException {
    try {
      JsonToken first = json.nextToken();
      if (first == null) {
        throw new InvalidFieldException("body", "is empty; send a JSON object");
      }
      if (first != JsonToken.START_OBJECT) {
        throw new InvalidFieldException("body", "is no JSON object; send {...}");
      }
      RequestFields fields = new RequestFields();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        fields.add(name, field(name, json));
      }
      if (json.nextToken() != null) {
        throw new InvalidFieldException(
            "body", "goes on after its object" + at(json.currentLocation()));
      }
      return fields;
    } catch (StreamConstraintsException tooMuch) {
      String name = json.currentName();
      throw new InvalidFieldException(
          name == null ? "body" : StrictUtf8.shown(name), "is too long; make it shorter");
    } catch (JsonProcessingException broken) {
      throw new InvalidFieldException("body", "is no valid JSON" + at(broken.getLocation()));
    }
  }

  private static Object field(String name, JsonParser json) throws IOException {
    return switch (json.currentToken()) {
      case VALUE_STRING -> json.getText();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(name, json);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> RequestFields.Nothing.NOTHING;
      case START_ARRAY -> texts(name, json);
      default ->
          throw new InvalidFieldException(
              StrictUtf8.shown(name), "is an object; nothing here is that deep");
    };
  }

  private static RequestFields.Numeral number(String name, JsonParser json) throws IOException {
    String text = json.getText();
    if (text.length() > NUMBER_CHARS_MAX) {
      throw new InvalidFieldException(StrictUtf8.shown(name), "has too many digits; use fewer");
    }
    return new RequestFields.Numeral(text);
  }

  private static Texts texts(String name, JsonParser json) throws IOException {
    List<String> texts = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.VALUE_STRING) {
        throw wrong(name, texts, "is no text; use a list of texts");
      }
      String text = json.getText();
      if (!UnicodeChecks.isText(text)) {
        throw wrong(name, texts, "has half of a surrogate pair; send valid Unicode");
      }
      texts.add(text);
    }
    return new Texts(texts);
  }

  private static InvalidFieldException wrong(String name, List<String> before, String remedy) {
    return new InvalidFieldException(StrictUtf8.shown(name) + "[" + before.size() + "]", remedy);
  }

  private static String at(JsonLocation location) {
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }
}
