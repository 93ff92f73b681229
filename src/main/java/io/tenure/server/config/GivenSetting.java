package io.tenure.server.config;

/**
 * What somebody has written for a setting.
 *
 * @param place how to find it again: the flag, the variable, or file, line and field
 */
public record GivenSetting(Setting setting, String text, String place) {

  static GivenSetting standard(Setting setting) {
    return new GivenSetting(setting, setting.standard(), setting.yaml());
  }

  /** Never shows what is written for the store: it may hold a password. */
  ConfigError wrong(String remedy) {
    String shown = text.isEmpty() ? "empty" : "\"" + text + "\"";
    return new ConfigError(
        place + (setting == Setting.STORE ? " cannot be used" : " is " + shown) + "; " + remedy);
  }
}
