package io.tenure.door.http;

import io.tenure.core.Invalid;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Fields;
import io.tenure.wire.JsonFields;
import io.tenure.wire.Op;
import io.tenure.wire.Percent;
import io.tenure.wire.Problem;
import io.tenure.wire.QueryFields;
import io.tenure.wire.Refusal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gathers what a request says in its body, its query, its path and its headers. */
final class FieldsReader {

  private static final String JSON = "application/json";
  private static final String IDEMPOTENCY_KEY = "idempotency-key";

  private final int bodyBytesMax;
  private final Refusals refusals;

  FieldsReader(int bodyBytesMax, Refusals refusals) {
    this.bodyBytesMax = bodyBytesMax;
    this.refusals = refusals;
  }

  /** {@code name} is the path's, for {@code nameField}; null when the path names nothing. */
  void read(
      Exchange exchange, Op op, @Nullable String nameField, String name, Consumer<Fields> whole) {
    BodyReader.read(
        exchange,
        bodyBytesMax,
        body -> {
          try {
            Fields fields = QueryFields.read(exchange.request.query());
            addBody(exchange.request, body, fields);
            if (nameField != null) {
              fields.with(nameField, Percent.path(nameField, name));
            }
            addRequestId(exchange.request, op, fields);
            whole.accept(fields);
          } catch (RuntimeException refused) {
            exchange.refuse(refusals.problem(refused));
          }
        });
  }

  private static void addBody(HttpServerRequest request, Buffer body, Fields fields) {
    if (body.length() == 0) {
      return;
    }
    HttpMethod method = request.method();
    if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
      throw new Invalid("body", "goes with no GET; say it in the query");
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (type == null || !isJson(type) || encoding != null && !encoding.equals("identity")) {
      throw new Refusal(
          Problem.of(ErrorCode.UNSUPPORTED_MEDIA, "send Content-Type: " + JSON + ", not encoded"));
    }
    fields.and(JsonFields.read(body.getBytes()));
  }

  /** UTF-8 is all there is; any other charset is another thing. */
  private static boolean isJson(String type) {
    String bare = type.toLowerCase(Locale.ROOT).replace(" ", "").replace("\"", "");
    return bare.equals(JSON) || bare.equals(JSON + ";charset=utf-8");
  }

  /** Either spelling, or both when they agree. */
  private static void addRequestId(HttpServerRequest request, Op op, Fields fields) {
    String header = request.getHeader(IDEMPOTENCY_KEY);
    if (header == null || !op.fields().contains("requestId")) {
      return;
    }
    boolean quoted = header.length() >= 2 && header.startsWith("\"") && header.endsWith("\"");
    String id = quoted ? header.substring(1, header.length() - 1) : header;
    if (!fields.has("requestId")) {
      fields.with("requestId", id);
    } else if (!id.equals(fields.looseText("requestId"))) {
      throw new Invalid("requestId", "is not what the header Idempotency-Key says; send one");
    }
  }
}
