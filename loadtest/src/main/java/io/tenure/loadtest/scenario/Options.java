package io.tenure.loadtest.scenario;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of the command line; each scenario has its own defaults. */
public final class Options {

  /** All options, and their meaning. */
  public static final Map<String, String> ABOUT = new LinkedHashMap<>();

  static {
    ABOUT.put("rate", "operations per second that are meant to be sent");
    ABOUT.put("seconds", "to measure, after warming up");
    ABOUT.put("warm", "seconds to warm up");
    ABOUT.put("leases", "leases that are held");
    ABOUT.put("connections", "connections, or streams");
    ABOUT.put("batch", "renewals in one message");
    ABOUT.put("door", "stream or http");
    ABOUT.put("arrivals", "poisson or constant");
    ABOUT.put("store", "where the server keeps leases: memory, embedded, or an address");
    ABOUT.put("keys", "keys that are contended for");
    ABOUT.put("ttl", "milliseconds a lease lives");
    ABOUT.put("expiries", "leases per second that are left to expire");
    ABOUT.put("rounds", "of a comparison");
    ABOUT.put("seed", "of the schedule");
    ABOUT.put("events", "who is told of an end: lost (its holder) or watch (who watches)");
  }

  private final Map<String, String> given;
  private final Set<String> read;

  public Options(Map<String, String> given) {
    this(given, ABOUT.keySet());
  }

  private Options(Map<String, String> given, Collection<String> read) {
    this.given = new LinkedHashMap<>(given);
    this.given.keySet().retainAll(read);
    this.read = Set.copyOf(read);
  }

  /** The options for one scenario: it is a mistake of the scenario to read another one. */
  public Options readBy(Scenario scenario) {
    return new Options(given, scenario.flags());
  }

  /** The same, with other defaults. */
  public Options or(String... namesAndValues) {
    Map<String, String> all = new LinkedHashMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      all.put(namesAndValues[at], namesAndValues[at + 1]);
    }
    all.putAll(given);
    return new Options(all, read);
  }

  public String text(String name, String standard) {
    return Objects.requireNonNullElse(value(name), standard);
  }

  public String oneOf(String name, List<String> words) {
    String word = text(name, words.get(0));
    if (!words.contains(word)) {
      throw new IllegalArgumentException(
          "--" + name + " is " + word + "; use " + String.join(" or ", words));
    }
    return word;
  }

  public int count(String name, int standard) {
    double number = number(name, standard);
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "--" + name + " is " + given.get(name) + "; use 1 or more");
    }
    return (int) number;
  }

  /** {@code 10k} and {@code 1M} are understood. */
  public double number(String name, double standard) {
    String text = value(name);
    if (text == null) {
      return standard;
    }
    double unit = text.endsWith("k") ? 1e3 : text.endsWith("M") ? 1e6 : 1;
    try {
      double number = Double.parseDouble(unit == 1 ? text : text.substring(0, text.length() - 1));
      if (number >= 0 && number < Double.POSITIVE_INFINITY) {
        return number * unit;
      }
    } catch (NumberFormatException unreadable) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "--" + name + " is " + text + "; use a number, such as 500, 10k or 1M");
  }

  private @Nullable String value(String name) {
    if (!read.contains(name)) {
      throw new IllegalStateException("--" + name + " is read, but not among the flags");
    }
    return given.get(name);
  }
}
