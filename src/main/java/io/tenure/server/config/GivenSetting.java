package io.tenure.server.config;

/**
 * A setting as its author has written it.
 *
 * @param place the position of the setting: the flag, the variable, or file, line and field
 */
public record GivenSetting(Setting setting, String text, String place) {

  static GivenSetting ofDefault(Setting setting) {
    return new GivenSetting(setting, setting.defaultText(), setting.yaml());
  }

  /** Never shows a text that may hold a password. */
  ConfigError wrong(String remedy) {
    String shown = text.isEmpty() ? "empty" : "\"" + text + "\"";
    return new ConfigError(
        place + (setting.isSecret() ? " cannot be used" : " is " + shown) + "; " + remedy);
  }

  @Override
  public String toString() {
    return place + (setting.isSecret() ? "" : ": " + text);
  }
}
