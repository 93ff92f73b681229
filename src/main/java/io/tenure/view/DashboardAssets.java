package io.tenure.view;

import io.tenure.door.AnnexExchange;
import io.tenure.wire.OutcomeHttpStatus;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files of the dashboard page, in memory in the form in which the server sends them. The files
 * are few and small, and nothing has to be unpacked into a directory first.
 */
final class DashboardAssets {

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private static final List<String> FILES =
      List.of(
          "index.html",
          "app.css",
          "icon.svg",
          "app.js",
          "breaking.js",
          "dom.js",
          "events.js",
          "feed.js",
          "format.js",
          "key.js",
          "leases.js",
          "plots.js",
          "rings.js",
          "sessions.js");

  private static final int NOT_MODIFIED = 304;

  private record Asset(String type, String tag, Buffer plain, Buffer zipped) {}

  private final Map<String, Asset> byName = new HashMap<>();

  DashboardAssets() {
    for (String file : FILES) {
      byName.put(file, read(file));
    }
    byName.put("", byName.get("index.html"));
  }

  /** Sends the file. Returns false if there is no such file. */
  boolean send(AnnexExchange exchange, String name) {
    @Nullable Asset asset = byName.get(name);
    if (asset == null) {
      return false;
    }
    HttpServerRequest asked = exchange.request();
    HttpServerResponse response =
        asked
            .response()
            .putHeader(HttpHeaders.ETAG, asset.tag)
            .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING)
            .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    if (asset.tag.equals(asked.getHeader(HttpHeaders.IF_NONE_MATCH))) {
      exchange.answerCacheable(NOT_MODIFIED, null);
      return true;
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, asset.type);
    if (asked.headers().contains(HttpHeaders.ACCEPT_ENCODING)
        && asked.getHeader(HttpHeaders.ACCEPT_ENCODING).contains("gzip")) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
      exchange.answerCacheable(OutcomeHttpStatus.OK, asset.zipped);
    } else {
      exchange.answerCacheable(OutcomeHttpStatus.OK, asset.plain);
    }
    return true;
  }

  private static Asset read(String file) {
    try (InputStream in = DashboardAssets.class.getResourceAsStream("/ui/" + file)) {
      if (in == null) {
        throw new IllegalStateException("/ui/" + file + " is missing");
      }
      byte[] bytes = in.readAllBytes();
      CRC32 sum = new CRC32();
      sum.update(bytes);
      String tag = "\"" + HexFormat.of().toHexDigits(sum.getValue(), 8) + "\"";
      String ending = file.substring(file.lastIndexOf('.') + 1);
      String type = Objects.requireNonNull(TYPES.get(ending), ending);
      return new Asset(type, tag, Buffer.buffer(bytes), Buffer.buffer(zipped(bytes)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    }
    return zipped.toByteArray();
  }
}
