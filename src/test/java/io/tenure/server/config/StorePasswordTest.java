package io.tenure.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.store.redis.RedisAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the password of a store is read from its place, and never shown. */
class StorePasswordTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("password");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis://nutzer:geheim@h:1/2             | redis://h:1/2",
        "redis://:ge/geheim@h                    | redis://h",
        "redis://:geheim@geheim@h                | redis://h",
        "REDIS://:geheim@h                       | redis://h",
        "rediss://nutzer@h                       | rediss://h",
        "redis+sentinel://:ge/geheim@a,b/main    | redis+sentinel://a,b/main",
        "redis+cluster://nutzer:geheim@a:1,b:2   | redis+cluster://a:1,b:2",
        "unix:///run/s?user=nutzer&password=geheim | unix:///run/s",
      })
  void theSettingsHaveTheAddressWithoutItsLogin(String text, String shown) {
    ServerOptions setup = with(text, Setting.NO_FILE);

    assertEquals(shown, setup.settings().get("store"));
    assertEquals(shown, setup.config().store().address());
    assertFalse(setup.toString().contains("geheim"), setup.toString());
    assertFalse(setup.toString().contains("nutzer"), setup.toString());
  }

  @Test
  void whatWasWrittenIsNeverPartOfAText() {
    assertEquals("--store", new GivenSetting(Setting.STORE, "geheim", "--store").toString());
    assertEquals("redis://h", Setting.shown("store", "redis://:ge/geheim@h"));
    assertEquals(StoreAddress.UNREADABLE, Setting.shown("store", "redis://h?password=geheim"));
    assertEquals("64", Setting.shown("shards", "64"));
  }

  @Test
  void theFileHoldsThePasswordOfTheAddress() throws IOException {
    Files.writeString(file, "geheim");

    ServerOptions setup = with("redis://nutzer@h", file.toString());

    RedisAddress redis = setup.config().store().at().redis();
    assertTrue(redis != null && redis.hasPassword());
    assertEquals("redis://h", setup.settings().get("store"));
    assertEquals(file.toString(), setup.settings().get("store-password-file"));
    assertFalse(setup.toString().contains("geheim"));
  }

  @Test
  void aPasswordTwiceIsRefused() throws IOException {
    Files.writeString(file, "geheim");

    assertEquals(
        "--store-password-file cannot be used; --store has a password too: leave it out of the"
            + " address, or drop the file",
        refusal("redis://:x@h", file.toString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "memory"})
  void aStoreThatAsksForNoneIsGivenNone(String store) throws IOException {
    Files.writeString(file, "geheim");

    assertEquals(
        "--store-password-file cannot be used; the store "
            + store
            + " asks for no password: drop it, or write the address of a Redis into --store",
        refusal(store, file.toString()));
  }

  @Test
  void aFileWithoutAPasswordIsRefused() throws IOException {
    assertEquals(refusalThat("is not there"), refusal("redis://h", file.toString()));
    Files.writeString(file, "\n");
    assertEquals(refusalThat("is empty"), refusal("redis://h", file.toString()));
  }

  @Test
  void aPasswordInPlaceOfItsFileIsNotShown() {
    assertFalse(refusal("redis://h", "geheim").contains("geheim"));
    assertFalse(refusal("memory", "geheim").contains("geheim"));
  }

  @Test
  void theVariableAndTheFieldNameTheFileToo() throws IOException {
    Files.writeString(file, "geheim");
    Map<String, String> variables =
        Map.of("TENURE_STORE", "redis://h", "TENURE_STORE_PASSWORD_FILE", file.toString());
    Path yaml =
        Files.writeString(
            directory.resolve("t.yaml"),
            "store: redis://h\nstore-password-file: " + file + ".none\n");

    RedisAddress redis = ConfigResolver.of(List.of(), "", variables).config().store().at().redis();

    assertTrue(redis != null && redis.hasPassword());
    ConfigError missing =
        assertThrows(
            ConfigError.class, () -> ConfigResolver.of(List.of(), yaml.toString(), Map.of()));
    assertTrue(
        String.valueOf(missing.getMessage())
            .startsWith(yaml + ":2: store-password-file names a file that is not there;"),
        missing.getMessage());
  }

  private static String refusalThat(String why) {
    return "--store-password-file names a file that "
        + why
        + "; name one that holds the secret and nothing else";
  }

  private static String refusal(String store, String passwordFile) {
    ConfigError refusal = assertThrows(ConfigError.class, () -> with(store, passwordFile));
    assertEquals(ExitCode.USAGE, refusal.exitCode());
    return String.valueOf(refusal.getMessage());
  }

  private static ServerOptions with(String store, String passwordFile) {
    return ConfigResolver.of(
        List.of(
            new GivenSetting(Setting.STORE, store, "--store"),
            new GivenSetting(Setting.STORE_PASSWORD_FILE, passwordFile, "--store-password-file")),
        "",
        Map.of());
  }
}
