package io.tenure.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.door.http.AllowedHosts;
import io.tenure.store.LeaseStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigResolverTest {

  @TempDir Path directory;

  @Test
  void theFlagCountsBeforeTheVariableBeforeTheFileBeforeTheStandard() throws IOException {
    String file = file("port: 1001\nshards: 11\npatience: 1s\n");
    Map<String, String> variables = Map.of("TENURE_PORT", "1002", "TENURE_SHARDS", "12");
    List<GivenSetting> flags = List.of(new GivenSetting(Setting.PORT, "1003", "--port"));

    ServerOptions setup = ConfigResolver.of(flags, file, variables);

    assertEquals(1_003, setup.doors().port());
    assertEquals(12, setup.config().shards());
    assertEquals(1_000, setup.config().patienceMillis());
    assertEquals("127.0.0.1", setup.doors().host());
  }

  @Test
  void theFileMayBeNamedByAVariable() throws IOException {
    String file = file("port: 1001");

    assertEquals(
        1_001, ConfigResolver.of(List.of(), "", Map.of("TENURE_CONFIG", file)).doors().port());
    assertEquals(
        1_001,
        ConfigResolver.of(List.of(), file, Map.of("TENURE_CONFIG", "/no/such/file"))
            .doors()
            .port());
  }

  @Test
  void anEmptyVariableIsNone() {
    assertEquals(7_420, ConfigResolver.of(List.of(), "", Map.of("TENURE_PORT", "")).doors().port());
  }

  @Test
  void whatKubernetesTellsOfAServiceCalledTenureIsNotForUs() {
    Map<String, String> variables =
        Map.of(
            "TENURE_PORT", "tcp://10.0.0.1:7420",
            "TENURE_SERVICE_HOST", "10.0.0.1",
            "TENURE_SERVICE_PORT", "7420",
            "TENURE_SERVICE_PORT_HTTP", "7420",
            "TENURE_PORT_7420_TCP", "tcp://10.0.0.1:7420",
            "TENURE_PORT_7420_TCP_ADDR", "10.0.0.1");

    assertEquals(7_420, ConfigResolver.of(List.of(), "", variables).doors().port());
  }

  @Test
  void whatIsForTheClientIsNotForUs() {
    Map<String, String> variables = Map.of("TENURE_ADDR", "http://x", "TENURE_TOKEN", "7");

    assertEquals(7_420, ConfigResolver.of(List.of(), "", variables).doors().port());
  }

  @Test
  void dataIsWhereTheSystemKeepsIt() {
    String home = System.getProperty("user.home");

    assertEquals(Path.of(home, ".local/share/tenure"), data(Map.of()));
    assertEquals(Path.of("/x/tenure"), data(Map.of("XDG_DATA_HOME", "/x")));
    assertEquals(Path.of(home, "y"), data(Map.of("TENURE_DATA", "~/y")));
    assertEquals(Path.of("z"), data(Map.of("TENURE_DATA", "z", "XDG_DATA_HOME", "/x")));
  }

  @ParameterizedTest
  @CsvSource({"auto, -1", "forever, 0", "3s, 3000", "1m30s, 90000"})
  void ownershipIsAWordOrADuration(String text, long millis) {
    assertEquals(LeaseStore.FOR_EVER, 0);
    assertEquals(millis, flag(Setting.OWNERSHIP, text).config().ownershipMillis());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PORT       | 99999     | \"99999\"; use a number from 0 to 65535",
        "PORT       | http      | \"http\"; use a number from 0 to 65535",
        "PORT       | ''        | empty; use a number from 0 to 65535",
        "PORT       | 1.5       | \"1.5\"; use a number from 0 to 65535",
        "SHARDS     | 0         | \"0\"; use a number from 1 to 4096",
        "PATIENCE   | soon      | \"soon\"; use a duration from 1ms to 49d17h2m47s295ms,"
            + " as 30s, 500ms or 1m30s",
        "OWNERSHIP  | 10ms      | \"10ms\"; use auto, forever or a duration from 1s to 1d,"
            + " as 30s, 500ms or 1m30s",
        "DURABILITY | strickt   | \"strickt\"; use strict or relaxed",
        "LOG        | xml       | \"xml\"; use text or json",
        "HOST       | ''        | empty; use a name or an address, as 127.0.0.1, 0.0.0.0 or ::1",
        "HOST       | http://x  | \"http://x\"; use a name or an address,"
            + " as 127.0.0.1, 0.0.0.0 or ::1",
        "DATA       | ''        | empty; name a directory",
      })
  void whatCannotBeIsNamedWithItsFix(Setting setting, String text, String remedy)
      throws IOException {
    assertEquals(setting.flag() + " is " + remedy, complaint(setting, text));
    assertEquals(
        text.isEmpty() ? "" : setting.variable() + " is " + remedy,
        text.isEmpty() ? "" : variableComplaint(setting.variable(), text));
    String file = file("# first line\n" + setting.yaml() + ": \"" + text + "\"\n");
    assertEquals(
        file + ":2: " + setting.yaml() + " is " + remedy,
        assertThrows(ConfigError.class, () -> ConfigResolver.of(List.of(), file, Map.of()))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "embeded | use embedded, memory or an address, as redis://host:6379"
            + " (did you mean embedded?)",
        "redis://:geheim@h:99999 | the port of the Redis address is no number up to 65535;",
        "redis://me:geheim | the port of the Redis address is no number up to 65535;",
        "http://:geheim@h | the scheme of the Redis address is not known; write redis://host:port,",
        "me:geheim@h | use embedded, memory or an address, as redis://host:6379",
      })
  void aStoreIsRefusedWithoutShowingItsPassword(String text, String remedy) {
    String complaint = complaint(Setting.STORE, text);

    assertTrue(complaint.startsWith("--store cannot be used; " + remedy), complaint);
    assertFalse(complaint.contains("geheim"), complaint);
  }

  @Test
  void anUnknownVariableIsNamedWithTheOneThatWasMeant() {
    assertEquals(
        "there is no variable TENURE_PROT (did you mean TENURE_PORT?);"
            + " unset it, or see ./tenure help serve",
        variableComplaint("TENURE_PROT", "1"));
    assertEquals(
        "there is no variable TENURE_COLOUR; unset it, or see ./tenure help serve",
        variableComplaint("TENURE_COLOUR", "1"));
  }

  @Test
  void whatDoesNotGoTogetherIsSaidOfTheOneThatWasSet() {
    assertEquals(
        "--limits-ttl-min is \"2d\"; limits.ttl-min (2d) must fit into limits.ttl-max (1d):"
            + " lower one or raise the other",
        complaint(Setting.TTL_MIN, "2d"));
    assertEquals(
        "--limits-wait-max is \"1s\"; patience (5s) must fit into limits.wait-max (1s):"
            + " lower one or raise the other",
        complaint(Setting.WAIT_MAX, "1s"));
    List<GivenSetting> both =
        List.of(
            new GivenSetting(Setting.DURABILITY, "relaxed", "--durability"),
            new GivenSetting(Setting.REPLICAS, "1", "--replicas"));
    assertEquals(
        "--replicas is \"1\"; that is for strict durability: drop it, or --durability",
        assertThrows(ConfigError.class, () -> ConfigResolver.of(both, "", Map.of())).getMessage());
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1", "127.1.2.3", "localhost", "::1"})
  void whatOnlyThisMachineReachesNeedsNoNames(String host) {
    assertEquals(AllowedHosts.OWN, flag(Setting.HOST, host).doors().names());
  }

  @ParameterizedTest
  @CsvSource({"0.0.0.0, ''", "10.0.0.1, ''", "::, ''", "fe80::1, ''", "Tenure.corp, tenure.corp"})
  void whatOtherMachinesReachHasTheNamesOfItsMachineAndNoOthers(String host, String name) {
    List<GivenSetting> given =
        List.of(
            new GivenSetting(Setting.HOST, host, "--host"),
            new GivenSetting(Setting.AUTH, Setting.OFF_ON_A_TRUSTED_NETWORK, "--auth"));
    AllowedHosts names = ConfigResolver.of(given, "", Map.of()).doors().names();

    assertFalse(names.any());
    assertTrue(names.machine());
    assertEquals(name.isEmpty() ? List.of() : List.of(name), names.names());
  }

  @Test
  void namesAreListedOrAny() {
    assertEquals(AllowedHosts.ANY, flag(Setting.NAMES, "any").doors().names());
    assertEquals(
        AllowedHosts.named(List.of("a.corp", "b.corp")),
        flag(Setting.NAMES, "A.corp,b.corp").doors().names());
  }

  private static Path data(Map<String, String> variables) {
    return ConfigResolver.of(List.of(), "", variables).config().store().data();
  }

  private static ServerOptions flag(Setting setting, String text) {
    return ConfigResolver.of(
        List.of(new GivenSetting(setting, text, setting.flag())), "", Map.of());
  }

  private static String complaint(Setting setting, String text) {
    ConfigError complaint = assertThrows(ConfigError.class, () -> flag(setting, text));
    assertEquals(ExitCode.USAGE, complaint.exitCode());
    String line = String.valueOf(complaint.getMessage());
    assertFalse(line.contains("\n"));
    return line;
  }

  private static String variableComplaint(String name, String text) {
    return String.valueOf(
        assertThrows(ConfigError.class, () -> ConfigResolver.of(List.of(), "", Map.of(name, text)))
            .getMessage());
  }

  private String file(String text) throws IOException {
    return Files.writeString(directory.resolve("t.yaml"), text).toString();
  }
}
