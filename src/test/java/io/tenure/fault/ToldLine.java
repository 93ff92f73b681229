package io.tenure.fault;

import io.tenure.api.EndReason;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes answers as words of a line, and reads them. */
final class ToldLine {

  private ToldLine() {}

  static String spell(Told told) {
    return told instanceof Told.Many many
        ? many.each().stream()
            .map(each -> spell(each, ","))
            .collect(Collectors.joining(" ", "many ", ""))
        : spell(told, " ");
  }

  static Told parse(List<String> words) {
    return words.get(0).equals("many")
        ? new Told.Many(
            words.stream().skip(1).map(each -> one(Arrays.asList(each.split(",")))).toList())
        : one(words);
  }

  private static String spell(Told told, String between) {
    if (told instanceof Told.Granted it) {
      return join(
          between,
          "granted",
          it.lease(),
          it.shard(),
          it.token(),
          it.ttlMillis(),
          it.validForMillis(),
          it.repeated());
    } else if (told instanceof Told.Held it) {
      return join(between, "held", it.token(), it.remainingMillis());
    } else if (told instanceof Told.Consumed it) {
      return join(between, "consumed", it.how(), it.token());
    } else if (told instanceof Told.Renewed it) {
      return join(between, "renewed", it.token(), it.validForMillis());
    } else if (told instanceof Told.Over it) {
      return join(between, "over", it.how(), it.agoMillis(), it.token());
    } else if (told instanceof Told.Released it) {
      return join(between, "released", it.token());
    } else if (told instanceof Told.Raised it) {
      return join(between, "raised", it.token());
    } else if (told instanceof Told.Fenced it) {
      return join(between, "fenced", it.mark());
    } else if (told instanceof Told.Mark it) {
      return join(between, "mark", it.token());
    } else if (told instanceof Told.Busy it) {
      return join(between, "busy", it.retryAfterMillis());
    } else if (told instanceof Told.Refused it) {
      return join(between, "refused", it.code(), it.why().replaceAll("[\\s,]", "_"));
    }
    return bare(told);
  }

  private static String bare(Told told) {
    if (told instanceof Told.Missing) {
      return "missing";
    } else if (told instanceof Told.Pending) {
      return "pending";
    } else if (told instanceof Told.Elsewhere) {
      return "elsewhere";
    } else if (told instanceof Told.Unknown) {
      return "unknown";
    }
    throw new IllegalArgumentException("a server does not say " + told);
  }

  private static Told one(List<String> words) {
    return switch (words.get(0)) {
      case "granted" ->
          new Told.Granted(
              words.get(1),
              (int) number(words, 2),
              number(words, 3),
              number(words, 4),
              number(words, 5),
              Boolean.parseBoolean(words.get(6)));
      case "held" -> new Told.Held(number(words, 1), number(words, 2));
      case "consumed" -> new Told.Consumed(EndReason.valueOf(words.get(1)), number(words, 2));
      case "renewed" -> new Told.Renewed(number(words, 1), number(words, 2));
      case "over" ->
          new Told.Over(EndReason.valueOf(words.get(1)), number(words, 2), number(words, 3));
      case "released" -> new Told.Released(number(words, 1));
      case "raised" -> new Told.Raised(number(words, 1));
      case "fenced" -> new Told.Fenced(number(words, 1));
      case "mark" -> new Told.Mark(number(words, 1));
      case "busy" -> new Told.Busy(number(words, 1));
      case "refused" -> new Told.Refused(words.get(1), words.size() > 2 ? words.get(2) : "");
      case "missing" -> new Told.Missing();
      case "pending" -> new Told.Pending();
      case "elsewhere" -> new Told.Elsewhere();
      case "unknown" -> new Told.Unknown();
      default -> throw new IllegalArgumentException("not an answer of this door: " + words);
    };
  }

  private static long number(List<String> words, int at) {
    return Long.parseLong(words.get(at));
  }

  private static String join(String between, Object... words) {
    return Arrays.stream(words).map(Object::toString).collect(Collectors.joining(between));
  }
}
