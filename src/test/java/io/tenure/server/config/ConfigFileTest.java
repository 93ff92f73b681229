package io.tenure.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {

  private static final String EXAMPLE = "config/tenure.yaml";

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("t.yaml");
  }

  @Test
  void theExampleHasEverySettingWithItsStandardValue() {
    List<GivenSetting> example = ConfigFile.read(EXAMPLE, "--config");

    assertEquals(
        EnumSet.allOf(Setting.class),
        example.stream().map(GivenSetting::setting).collect(Collectors.toSet()));
    assertEquals(
        ConfigResolver.of(List.of(), "", Map.of()),
        ConfigResolver.of(List.of(), EXAMPLE, Map.of()));
  }

  @Test
  void theExampleGivesAReasonForEverySetting() throws IOException {
    List<String> lines = Files.readAllLines(Path.of(EXAMPLE));
    Set<String> bare = new HashSet<>();
    for (int at = 1; at < lines.size(); at++) {
      if (!lines.get(at).isBlank()
          && !lines.get(at).strip().startsWith("#")
          && !lines.get(at - 1).strip().startsWith("#")) {
        bare.add(lines.get(at));
      }
    }
    assertEquals(Set.of(), bare);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "---\n", "limits:\n"})
  void aFileMaySayNothing(String text) throws IOException {
    assertEquals(List.of(), read(text));
  }

  @Test
  void eachValueKnowsItsLine() throws IOException {
    List<GivenSetting> given = read("port: 1\n\nlimits:\n  ttl-max: 2s\n");

    assertEquals(
        List.of(
            new GivenSetting(Setting.PORT, "1", file + ":1: port"),
            new GivenSetting(Setting.TTL_MAX, "2s", file + ":4: limits.ttl-max")),
        given);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "prot: 1 | :1: there is no field prot (did you mean port?); remove it, or see"
            + " config/tenure.yaml",
        "store:redis://me:geheim@h: x | :1: there is no field with this name; remove it, or see"
            + " config/tenure.yaml",
        "limits:;  ttl: 1s | :2: there is no field limits.ttl; remove it, or see"
            + " config/tenure.yaml",
        "limits:;  port: 1 | :2: there is no field limits.port; remove it, or see"
            + " config/tenure.yaml",
        "limits.ttl-max: 1s;limits:;  ttl-max: 2s | :3: limits.ttl-max is already in line 1;"
            + " write it once",
        "port: 1;port: 2 | :2: port is already in line 1; write it once",
        "port: | :1: port has no value; write port: 7420",
        "port: ~ | :1: port has no value; write port: 7420",
        "port: [1] | :1: port is not one value; write port: 7420",
        "port: {a: 1} | :1: port is not one value; write port: 7420",
        "a: &x 1;port: *x | :1: there is no field a; remove it, or see config/tenure.yaml",
        "limits: 3 | :1: limits is a group; write its fields below, indented",
        "limits: [] | :1: limits is a group; write its fields below, indented",
        "? [a] | :1: this is no field; write name: value",
        "hello | :1: this is no field; write one per line, as in port: 7420",
        "- port | :1: this is no field; write one per line, as in port: 7420",
      })
  void whatIsWrongIsNamedWithItsLine(String text, String complaint) throws IOException {
    assertEquals(file + complaint, complaint(text.replace(';', '\n')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"port: \"1", "\tport: 1", "a: b: c", "%", "{", "*x"})
  void whatIsNoYamlIsNamedWithItsLine(String text) throws IOException {
    String complaint = complaint(text);

    assertTrue(
        complaint.matches("\\Q" + file + "\\E:\\d: this is not YAML \\(.*\\); fix it"), complaint);
  }

  @Test
  void twoDocumentsAreOneTooMany() throws IOException {
    assertTrue(complaint("port: 1\n---\nport: 2\n").contains("this is not YAML"));
  }

  @Test
  void aFileThatIsNotThereIsNoInput() {
    ConfigError missing =
        assertThrows(ConfigError.class, () -> ConfigFile.read(file.toString(), "TENURE_CONFIG"));

    assertEquals(ExitCode.NOT_FOUND, missing.exitCode());
    assertEquals(
        "TENURE_CONFIG names "
            + file
            + ": there is no such file; name a file that this user can read",
        missing.getMessage());
  }

  @Test
  void aDirectoryIsNoInput() {
    ConfigError unreadable =
        assertThrows(ConfigError.class, () -> ConfigFile.read(directory.toString(), "--config"));

    assertEquals(ExitCode.NOT_FOUND, unreadable.exitCode());
  }

  @Test
  void whatIsNoTextIsNoConfiguration() throws IOException {
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff});

    assertEquals(
        file + " is not UTF-8; save it as UTF-8",
        assertThrows(ConfigError.class, () -> ConfigFile.read(file.toString(), "--config"))
            .getMessage());
  }

  @Test
  void aHugeOrDeepFileIsRefusedAtOnce() throws IOException {
    Files.writeString(file, "#".repeat(2 << 20));
    assertThrows(ConfigError.class, () -> ConfigFile.read(file.toString(), "--config"));

    assertFalse(complaint("{".repeat(100_000)).isEmpty());
    assertFalse(complaint("limits:\n " + "{limits: ".repeat(1_000)).isEmpty());
  }

  private List<GivenSetting> read(String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    return ConfigFile.read(file.toString(), "--config");
  }

  private String complaint(String text) throws IOException {
    ConfigError complaint = assertThrows(ConfigError.class, () -> read(text));
    String line = String.valueOf(complaint.getMessage());
    assertEquals(1, Arrays.asList(line.split("\n")).size());
    assertEquals(ExitCode.USAGE, complaint.exitCode());
    return line;
  }
}
