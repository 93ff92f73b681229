package io.tenure;

/**
 * What somebody has written for a setting.
 *
 * @param place how to find it again: the flag, the variable, or file, line and field
 */
record Given(Setting setting, String text, String place) {

  static Given standard(Setting setting) {
    return new Given(setting, setting.standard(), setting.yaml());
  }

  /** Never shows what is written for the store: it may hold a password. */
  Complaint wrong(String remedy) {
    String shown = text.isEmpty() ? "empty" : "\"" + text + "\"";
    return new Complaint(
        place + (setting == Setting.STORE ? " cannot be used" : " is " + shown) + "; " + remedy);
  }
}
