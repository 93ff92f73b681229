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
          Objects.requireNonNull(acquire.requestId()));
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
      case "acquire" ->
          AcquireBuilder.of(Key.of(words.get(1)), words.get(2))
              .ttl(Long.parseLong(words.get(3)))
              .waiting(Long.parseLong(words.get(4)))
              .requestId(words.get(5))
              .build();
      case "renew" -> new Request.Renew(words.stream().skip(1).map(AskedLine::handle).toList());
      case "release" -> new Request.Release(handle(words.get(1)));
      case "raise" -> new Request.RaiseFence(words.get(1), Long.parseLong(words.get(2)));
      case "mark" -> new Request.ReadFence(words.get(1));
      default -> throw new IllegalArgumentException("not a verb of this door: " + words.get(0));
    };
  }

  static List<String> words(String line) {
    return Arrays.asList(line.split(" "));
  }

  static LeaseId handle(String text) {
    return Objects.requireNonNull(LeaseId.parse(text), "not a leaseId");
  }
}
