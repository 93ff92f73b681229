package io.tenure.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.door.http.AllowedHosts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that other machines reach a server without authentication only where that was said. */
final class TrustedNetworkTest {

  private static final String REMEDY =
      "; other machines can reach that, and the server checks no credentials: use 127.0.0.1, or set"
          + " auth to off-on-a-trusted-network";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "::",
        "10.0.0.1",
        "leases.corp",
        "1270.0.0.1",
        "127.corp",
        "localhost.corp"
      })
  void aHostBeyondLoopbackMustBeMeant(String host) {
    GivenSetting given = new GivenSetting(Setting.HOST, host, "--host");
    GivenSetting meant = new GivenSetting(Setting.AUTH, Setting.OFF_ON_A_TRUSTED_NETWORK, "--auth");

    assertEquals("--host is \"" + host + "\"" + REMEDY, complaint(given));
    assertEquals(host, ConfigResolver.of(List.of(given, meant), "", Map.of()).doors().host());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.9", "::1", "localhost"})
  void noOtherMachineReachesLoopback(String host) {
    GivenSetting given = new GivenSetting(Setting.HOST, host, "--host");

    assertEquals(host, ConfigResolver.of(List.of(given), "", Map.of()).doors().host());
  }

  @Test
  void theOpsPortMustBeMeantAsWell() {
    GivenSetting port = new GivenSetting(Setting.OPS_PORT, "7422", "--ops-port");
    GivenSetting host = new GivenSetting(Setting.OPS_HOST, "0.0.0.0", "--ops-host");

    assertEquals("--ops-host is \"0.0.0.0\"" + REMEDY, complaint(port, host));
    assertEquals(
        new OpsPort("127.0.0.1", 7_422),
        ConfigResolver.of(List.of(port), "", Map.of()).doors().ops());
  }

  @Test
  void theNamesOfTheMachineAreForTheOpsPortAsWell() {
    List<GivenSetting> given =
        List.of(
            new GivenSetting(Setting.AUTH, Setting.OFF_ON_A_TRUSTED_NETWORK, "--auth"),
            new GivenSetting(Setting.OPS_PORT, "7422", "--ops-port"),
            new GivenSetting(Setting.OPS_HOST, "Ops.corp", "--ops-host"));
    DoorOptions doors = ConfigResolver.of(given, "", Map.of()).doors();

    assertEquals(AllowedHosts.ofMachine(List.of("ops.corp")), doors.names());
    assertEquals(List.of("Ops.corp"), doors.hostsBeyondLoopback());
  }

  @Test
  void twoPortsOfOneAddressMustDiffer() {
    GivenSetting ops = new GivenSetting(Setting.OPS_PORT, "7420", "--ops-port");

    assertEquals("--ops-port is \"7420\"; use another port than port", complaint(ops));
  }

  /** TENURE_AUTH holds the credential of a client, which no message may show. */
  @Test
  void theCredentialOfAClientIsNoSetting() {
    Map<String, String> variables =
        Map.of("TENURE_AUTH", "geheim", "TENURE_AUTH_MODE", "off-on-a-trusted-network");
    GivenSetting host = new GivenSetting(Setting.HOST, "0.0.0.0", "--host");

    assertEquals("0.0.0.0", ConfigResolver.of(List.of(host), "", variables).doors().host());
  }

  private static String complaint(GivenSetting... given) {
    ConfigError refused =
        assertThrows(ConfigError.class, () -> ConfigResolver.of(List.of(given), "", Map.of()));
    return String.valueOf(refused.getMessage());
  }
}
