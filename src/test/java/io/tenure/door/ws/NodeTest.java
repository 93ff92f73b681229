package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.door.http.OpenDoor;
import io.tenure.machine.RealMachine;
import io.tenure.server.NodePackages;
import java.io.BufferedReader;
import org.junit.jupiter.api.Test;

/** Checks a client in another language, with the plain {@code ws} package. */
@RealMachine
final class NodeTest {

  @Test
  void bothSubprotocolsAreSpokenByWhatTheirPageSays() throws Exception {
    NodePackages.installed();
    OpenDoor door = new OpenDoor(StreamLimits.DEFAULT);
    Process node =
        NodePackages.start("node", "stream.js", "ws://127.0.0.1:" + door.port() + StreamDoor.PATH);
    StringBuilder said = new StringBuilder();
    try (BufferedReader out = node.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said.append(line).append('\n');
        if (line.equals("waits for goaway")) {
          door.close();
        }
      }
      assertEquals(0, NodePackages.code(node), said.toString());
      assertEquals("waits for goaway\ndone\n", said.toString());
    } finally {
      node.destroyForcibly();
      door.close();
    }
  }
}
