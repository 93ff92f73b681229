package io.tenure.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads settings from environment variables. */
final class EnvironmentVariables {

  static final String PREFIX = "TENURE_";
  static final String CONFIG = PREFIX + "CONFIG";

  /** The variables of the client, of the commands that it runs, and of the launcher. */
  private static final Set<String> OTHERS =
      Set.of(
          CONFIG,
          "TENURE_ADDR",
          "TENURE_AUTH",
          "TENURE_AUTH_FILE",
          "TENURE_TOKEN",
          "TENURE_KEY",
          "TENURE_HOLDER",
          "TENURE_SLOT",
          "TENURE_HOLD",
          "TENURE_JAVA_OPTS");

  /** Kubernetes sets these, unasked, in every container of a service called tenure. */
  private static final Pattern OF_KUBERNETES =
      Pattern.compile("TENURE_SERVICE_(HOST|PORT(_.*)?)|TENURE_PORT_\\d+_(TCP|UDP|SCTP)(_.*)?");

  private static final Pattern ADDRESS_OF_KUBERNETES = Pattern.compile("(tcp|udp|sctp)://.*");

  private EnvironmentVariables() {}

  /** An empty variable counts as unset. */
  static List<GivenSetting> read(Map<String, String> variables) {
    Map<String, Setting> known =
        Stream.of(Setting.values()).collect(Collectors.toMap(Setting::variable, each -> each));
    List<GivenSetting> given = new ArrayList<>();
    variables.entrySet().stream()
        .filter(each -> each.getKey().startsWith(PREFIX) && !each.getValue().isEmpty())
        .filter(each -> !ofOthers(each.getKey(), each.getValue()))
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each -> {
              Setting setting = known.get(each.getKey());
              if (setting == null) {
                throw new ConfigError(
                    "there is no variable "
                        + each.getKey()
                        + SpellingSuggestion.hint(each.getKey(), Setting.names(Setting::variable))
                        + "; unset it, or see ./tenure help serve");
              }
              given.add(new GivenSetting(setting, each.getValue(), setting.variable()));
            });
    return given;
  }

  private static boolean ofOthers(String name, String value) {
    return OTHERS.contains(name)
        || OF_KUBERNETES.matcher(name).matches()
        || name.equals(Setting.PORT.variable()) && ADDRESS_OF_KUBERNETES.matcher(value).matches();
  }
}
