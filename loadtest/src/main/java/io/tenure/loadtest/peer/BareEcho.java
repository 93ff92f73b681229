package io.tenure.loadtest.peer;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.speech.Echo;
import io.tenure.wire.RenewalFrame;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The ceiling: a server that sends back frames of the same bytes, and does nothing else. */
public final class BareEcho implements Peer {

  private final ServerProcess process;

  public BareEcho() {
    Path directory = ServerProcess.newDirectory("echo");
    int port = ServerProcess.freePort();
    process =
        ServerProcess.start(
            "the echo",
            directory,
            port,
            List.of(
                Java.program(),
                "-XX:+UseG1GC",
                "-XX:MaxRAMPercentage=50",
                "-cp",
                System.getProperty("java.class.path"),
                EchoServer.class.getName(),
                Integer.toString(port)),
            Map.of(),
            "see what it said:");
  }

  @Override
  public String name() {
    return "echo";
  }

  @Override
  public String version() {
    return "Vert.x WebSocket, one event loop";
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  @Override
  public boolean isJava() {
    return true;
  }

  @Override
  public void prepare(Engine engine, int leases) {
    // An echo has no leases to prepare.
  }

  @Override
  public Dialect dialect(int batch) {
    return new Echo(RenewalFrame.HEAD_BYTES + batch * RenewalFrame.ENTRY_BYTES, batch);
  }

  @Override
  public int messages(int batch) {
    return 1;
  }
}
