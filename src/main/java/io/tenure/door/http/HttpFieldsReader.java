package io.tenure.door.http;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.wire.JsonFieldsReader;
import io.tenure.wire.PercentEncoding;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.tenure.wire.QueryFieldsReader;
import io.tenure.wire.RequestFields;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.function.Consumer;

/** Collects the fields of a request from its body, its query, its path and its headers. */
final class HttpFieldsReader {

  private static final String JSON = "application/json";
  private static final String IDEMPOTENCY_KEY = "idempotency-key";

  private final int bodyBytesMax;
  private final ErrorResponder errors;

  HttpFieldsReader(int bodyBytesMax, ErrorResponder errors) {
    this.bodyBytesMax = bodyBytesMax;
    this.errors = errors;
  }

  /** {@code name} is the part of the path that stands for the braces, still percent-encoded. */
  void read(
      HttpExchange exchange, Operation operation, String name, Consumer<RequestFields> whole) {
    BodyReader.read(
        exchange,
        bodyBytesMax,
        body -> {
          try {
            RequestFields fields = QueryFieldsReader.read(exchange.request.query());
            addBody(exchange.request, body, fields);
            String inPath = operation.http().field();
            if (inPath != null) {
              fields.with(inPath, PercentEncoding.path(inPath, name));
            }
            addRequestId(exchange.request, operation, fields);
            whole.accept(fields);
          } catch (RuntimeException refused) {
            exchange.refuse(errors.problem(refused));
          }
        });
  }

  private static void addBody(HttpServerRequest request, Buffer body, RequestFields fields) {
    if (body.length() == 0) {
      return;
    }
    HttpMethod method = request.method();
    if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
      throw new InvalidFieldException("body", "is not read with GET; send the fields in the query");
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (type == null || !isJson(type) || encoding != null && !encoding.equals("identity")) {
      throw new ProblemException(
          Problem.of(Outcome.UNSUPPORTED_MEDIA, "send Content-Type: " + JSON + ", not encoded"));
    }
    fields.and(JsonFieldsReader.read(body.getBytes()));
  }

  /** Whether the content type is JSON in UTF-8, the only charset that is accepted. */
  private static boolean isJson(String type) {
    String bare = type.toLowerCase(Locale.ROOT).replace(" ", "").replace("\"", "");
    return bare.equals(JSON) || bare.equals(JSON + ";charset=utf-8");
  }

  /** Takes the requestId from the header or from the fields; from both only when they agree. */
  private static void addRequestId(
      HttpServerRequest request, Operation operation, RequestFields fields) {
    String header = request.getHeader(IDEMPOTENCY_KEY);
    if (header == null || !operation.fields().contains("requestId")) {
      return;
    }
    boolean quoted = header.length() >= 2 && header.startsWith("\"") && header.endsWith("\"");
    String id = quoted ? header.substring(1, header.length() - 1) : header;
    if (!fields.has("requestId")) {
      fields.with("requestId", id);
    } else if (!id.equals(fields.looseText("requestId"))) {
      throw new InvalidFieldException(
          "requestId", "is not what the header Idempotency-Key says; send one");
    }
  }
}
