package io.tenure.server;

import io.tenure.server.config.ConfigResolver;
import io.tenure.server.config.GivenSetting;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.config.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code tenure serve}: its flags, and their help. */
final class ServeFlags {

  private static final String CONFIG = "--config";

  private ServeFlags() {}

  static CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    spec.name("serve")
        .usageMessage(
            new UsageMessageSpec()
                .description("Runs a server until a signal stops it.", "")
                .synopsisHeading("Usage: ")
                .customSynopsis("tenure serve [flags]")
                .sortOptions(false)
                .footer(
                    "",
                    "A flag counts before its variable (--limits-ttl-max: TENURE_LIMITS_TTL_MAX),",
                    "the variable before the file (limits.ttl-max), and this before the default.",
                    "config/tenure.yaml is such a file, with every field, its default value and its"
                        + " reason."));
    spec.addOption(
        OptionSpec.builder(CONFIG)
            .type(String.class)
            .paramLabel("FILE")
            .description("a file with settings, in YAML")
            .build());
    for (Setting setting : Setting.values()) {
      spec.addOption(
          OptionSpec.builder(setting.flag())
              .type(String.class)
              .paramLabel(setting.label())
              .description(escaped(setting.about() + " (" + setting.defaultText() + ")"))
              .build());
    }
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this page").build());
    return spec;
  }

  static ServerOptions setup(ParseResult parsed, Map<String, String> variables) {
    List<GivenSetting> flags = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (parsed.hasMatchedOption(setting.flag())) {
        String text = parsed.matchedOptionValue(setting.flag(), "");
        flags.add(new GivenSetting(setting, text, setting.flag()));
      }
    }
    return ConfigResolver.of(flags, parsed.matchedOptionValue(CONFIG, ""), variables);
  }

  /** Doubles the percent sign and the at sign, which picocli interprets. */
  private static String escaped(String text) {
    return text.replace("%", "%%").replace("@", "@@");
  }
}
