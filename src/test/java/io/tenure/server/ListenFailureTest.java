package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.cli.ExitCode;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a server that cannot listen says why in one line, with the remedy. */
@RealMachine
final class ListenFailureTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"--port", "--ops-port"})
  void aPortThatIsTakenIsOneLine(String flag) throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        Served server = serve(flag, "" + taken.getLocalPort())) {
      assertEquals(ExitCode.UNAVAILABLE, server.end());
      assertEquals(
          List.of(
              "tenure: port %d of 127.0.0.1 is taken; use %s with another, or stop what"
                  .concat(" listens there")
                  .formatted(taken.getLocalPort(), flag)),
          complaints(server));
      assertEquals(List.of(), server.out());
    }
  }

  @Test
  void anAddressOfAnotherMachineIsOneLine() {
    try (Served server = serve("--auth", "off-on-a-trusted-network", "--host", "192.0.2.1")) {
      assertEquals(ExitCode.UNAVAILABLE, server.end());
      assertEquals(
          List.of(
              "tenure: 192.0.2.1 is no address of this machine; use --host with one that is, or"
                  + " 0.0.0.0"),
          complaints(server));
    }
  }

  private Served serve(String... words) {
    List<String> all = new ArrayList<>(List.of("--store", "memory"));
    all.addAll(List.of(words));
    return new Served(directory.resolve("data"), all.toArray(String[]::new));
  }

  private static List<String> complaints(Served server) {
    return server.err().stream().filter(line -> line.startsWith("tenure: ")).toList();
  }
}
