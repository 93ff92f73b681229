package io.tenure.server.config;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.api.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettingTest {

  @Test
  void hasOneNameInThreePlaces() {
    assertEquals("limits.ttl-max", Setting.TTL_MAX.yaml());
    assertEquals("--limits-ttl-max", Setting.TTL_MAX.flag());
    assertEquals("TENURE_LIMITS_TTL_MAX", Setting.TTL_MAX.variable());
  }

  @Test
  void namesAreNeverTheSame() {
    assertEquals(Setting.values().length, Setting.names(Setting::flag).stream().distinct().count());
    assertEquals(
        Setting.values().length, Setting.names(Setting::variable).stream().distinct().count());
  }

  @Test
  void theStandardIsThatOfTheServer() {
    ServerOptions setup = ConfigResolver.of(List.of(), "", Map.of());

    assertEquals(Limits.DEFAULT, setup.config().limits());
    assertEquals(
        LeasingOptions.DEFAULT.withStore(
            StoreOptions.DEFAULT.withData(setup.config().store().data())),
        setup.config());
    assertEquals("127.0.0.1", setup.doors().host());
    assertEquals(7_420, setup.doors().port());
  }

  /** Moves two settings together when they limit each other. */
  @ParameterizedTest
  @EnumSource
  void whatTheBoundsAllowTheServerAllows(Setting setting) {
    if (setting.form() instanceof Setting.Form.Count bounds) {
      assertAll(
          Stream.of(bounds.min(), bounds.max())
              .map(number -> () -> assertDoesNotThrow(() -> with(setting, number + ""))));
      assertThrows(ConfigError.class, () -> with(setting, bounds.min() - 1 + ""));
      assertThrows(ConfigError.class, () -> with(setting, bounds.max() + 1 + ""));
    } else if (setting.form() instanceof Setting.Form.Duration bounds) {
      assertDoesNotThrow(() -> with(setting, bounds.minMillis() + "ms"));
      assertDoesNotThrow(() -> with(setting, bounds.maxMillis() + "ms"));
      assertThrows(ConfigError.class, () -> with(setting, bounds.maxMillis() + 1 + "ms"));
    }
  }

  private static ServerOptions with(Setting setting, String text) {
    List<GivenSetting> given = new ArrayList<>();
    if (setting == Setting.TTL_MAX) {
      given.add(new GivenSetting(Setting.TTL_MIN, "1ms", "--limits-ttl-min"));
    } else if (setting == Setting.TTL_MIN) {
      given.add(
          new GivenSetting(Setting.TTL_MAX, Limits.TTL_MILLIS_EVER + "ms", "--limits-ttl-max"));
    } else if (setting == Setting.WAIT_MAX) {
      given.add(new GivenSetting(Setting.PATIENCE, "1ms", "--patience"));
      text = text.equals("0ms") ? "1ms" : text;
    } else if (setting == Setting.PATIENCE) {
      given.add(
          new GivenSetting(Setting.WAIT_MAX, Limits.TTL_MILLIS_EVER + "ms", "--limits-wait-max"));
    }
    given.add(new GivenSetting(setting, text, setting.flag()));
    return ConfigResolver.of(given, "", Map.of());
  }
}
