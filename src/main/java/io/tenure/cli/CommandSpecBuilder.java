package io.tenure.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Builds the description of a command for picocli: its arguments and flags, and its help with
 * examples first.
 */
final class CommandSpecBuilder {

  static final String JSON = "--json";
  static final String TIMEOUT = "--timeout";
  static final String ADDRESS = "--addr";
  static final String HOLDER = "--holder";
  static final String TTL = "--ttl";
  static final String WAIT = "--wait";
  static final String DURATION = "DURATION";

  private final CommandSpec spec = CommandSpec.create();

  /** {@code synopsis}: the words after the name. */
  CommandSpecBuilder(String name, String synopsis, String does, String... examples) {
    List<String> header = new ArrayList<>(List.of(escaped(does), ""));
    for (String example : examples) {
      header.add("  " + escaped(example));
    }
    header.add("");
    spec.name(name)
        .usageMessage(
            new UsageMessageSpec()
                .header(header.toArray(String[]::new))
                .synopsisHeading("Usage: ")
                .customSynopsis("tenure " + name + " " + synopsis, "")
                .sortOptions(false));
  }

  CommandSpecBuilder word(String index, String arity, String label, String about) {
    spec.addPositional(
        PositionalParamSpec.builder()
            .index(index)
            .arity(arity)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel(label)
            .description(escaped(about))
            .build());
    return this;
  }

  /** Adds a flag with a value. */
  CommandSpecBuilder flag(String name, String label, String about) {
    spec.addOption(
        OptionSpec.builder(name)
            .type(String.class)
            .paramLabel(label)
            .description(escaped(about))
            .build());
    return this;
  }

  /** Adds a flag without a value. */
  CommandSpecBuilder mark(String name, String about) {
    spec.addOption(
        OptionSpec.builder(name).type(boolean.class).description(escaped(about)).build());
    return this;
  }

  /** Adds lines at the end. */
  CommandSpecBuilder note(String... lines) {
    List<String> footer = new ArrayList<>(List.of(""));
    for (String line : lines) {
      footer.add(escaped(line));
    }
    spec.usageMessage().footer(footer.toArray(String[]::new));
    return this;
  }

  /** Adds the flags of every command that sends requests to a server. */
  CommandSpec asking() {
    return mark(JSON, "print JSON for programs, one object per line")
        .flag(TIMEOUT, DURATION, "how long to wait for an answer (5s)")
        .flag(ADDRESS, "URL", "the server, or several separated by commas (TENURE_ADDR)")
        .done();
  }

  CommandSpec done() {
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this page").build());
    return spec;
  }

  /** Doubles the percent sign and the at sign, which picocli interprets. */
  private static String escaped(String text) {
    return text.replace("%", "%%").replace("@", "@@");
  }
}
