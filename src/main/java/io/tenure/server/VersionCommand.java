package io.tenure.server;

import io.tenure.store.embedded.OfferedRedis;
import java.io.PrintStream;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The command {@code tenure version}: prints this version, and the Redis of this machine. */
final class VersionCommand {

  static final String NAME = "version";

  private VersionCommand() {}

  static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    spec.name(NAME)
        .usageMessage(
            new UsageMessageSpec()
                .header(
                    "Shows the version, and the Redis that a server would start here.",
                    "",
                    "  tenure version",
                    "")
                .synopsisHeading("Usage: ")
                .customSynopsis("tenure version", ""));
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this page").build());
    return spec;
  }

  static void run(PrintStream out, Map<String, String> variables) {
    out.println("tenure " + Version.TEXT);
    out.println("redis  " + OfferedRedis.describe(variables.getOrDefault("PATH", "")));
  }
}
