package io.tenure.fault;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Request;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Writes requests as words of a line, and reads them. Keys, holders and requestIds have no blanks
 * in these runs.
 */
final class AskedLine {

  private AskedLine() {}

  static String spell(Request request) {
    if (request instanceof Request.Acquire acquire) {
      return String.join(
              " ",
              "acquire",
              acquire.key().toString(),
              acquire.holder(),
              Long.toString(acquire.ttlMillis()),
              Long.toString(acquire.waitMillis()),
              Objects.requireNonNull(acquire.requestId()))
          + (acquire.session() == null ? "" : " " + acquire.session().text());
    }
    if (request instanceof Request.OpenSession open) {
      String ttlMillis = Long.toString(open.ttlMillis());
      return String.join(
          " ", "open", open.holder(), ttlMillis, Objects.requireNonNull(open.requestId()));
    }
    if (request instanceof Request.KeepAlive keepAlive) {
      return "keepalive " + keepAlive.session().text();
    }
    if (request instanceof Request.Renew renew) {
      return renew.leases().stream()
          .map(LeaseId::text)
          .collect(Collectors.joining(" ", "renew ", ""));
    }
    if (request instanceof Request.Release release) {
      return "release " + release.lease().text();
    }
    if (request instanceof Request.RaiseFence raise) {
      return "raise " + raise.fence() + " " + raise.token();
    }
    if (request instanceof Request.ReadFence read) {
      return "mark " + read.fence();
    }
    throw new IllegalArgumentException("not asked in these runs: " + request);
  }

  static Request parse(List<String> words) {
    return switch (words.get(0)) {
      case "acquire" -> acquire(words);
      case "open" ->
          new Request.OpenSession(words.get(1), Long.parseLong(words.get(2)), words.get(3));
      case "keepalive" -> new Request.KeepAlive(handle(words.get(1)));
      case "renew" -> new Request.Renew(words.stream().skip(1).map(AskedLine::handle).toList());
      case "release" -> new Request.Release(handle(words.get(1)));
      case "raise" -> new Request.RaiseFence(words.get(1), Long.parseLong(words.get(2)));
      case "mark" -> new Request.ReadFence(words.get(1));
      default -> throw new IllegalArgumentException("not a verb of this door: " + words.get(0));
    };
  }

  /** A lease under a session has no ttl of its own. */
  private static Request acquire(List<String> words) {
    AcquireBuilder acquire =
        AcquireBuilder.of(Key.of(words.get(1)), words.get(2))
            .waiting(Long.parseLong(words.get(4)))
            .requestId(words.get(5));
    return words.size() > 6
        ? acquire.under(handle(words.get(6))).build()
        : acquire.ttl(Long.parseLong(words.get(3))).build();
  }

  static List<String> words(String line) {
    return Arrays.asList(line.split(" "));
  }

  static LeaseId handle(String text) {
    return Objects.requireNonNull(LeaseId.parse(text), "not a leaseId");
  }
}
