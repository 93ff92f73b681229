package io.tenure.loadtest.peer;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.speech.Zoo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A session with an ephemeral node on each connection; a ping keeps it alive. */
public final class ZooKeeper implements Peer {

  private static final Path JARS = Path.of("/usr/share/java");
  private static final String INSTALL = "run loadtest/install-peers";

  /** Before it serves it may answer never. */
  private static final int ANSWER_MILLIS = 500;

  private final ServerProcess process;
  private int sessions;

  public ZooKeeper() {
    if (version().isEmpty()) {
      throw new MissingPeerException("ZooKeeper", INSTALL);
    }
    Path directory = ServerProcess.newDirectory("zookeeper");
    int port = ServerProcess.freePort();
    Path settings = directory.resolve("zoo.cfg");
    try {
      Files.writeString(
          settings,
          """
          tickTime=2000
          dataDir=%s
          clientPort=%d
          clientPortAddress=127.0.0.1
          maxClientCnxns=0
          admin.enableServer=false
          """
              .formatted(directory, port));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    process =
        ServerProcess.start(
            "ZooKeeper",
            directory,
            port,
            List.of(
                Java.program(),
                "-cp",
                JARS + "/*",
                "org.apache.zookeeper.server.quorum.QuorumPeerMain",
                settings.toString()),
            Map.of(),
            INSTALL);
    try {
      process.await("begun to serve; " + INSTALL, this::serves);
    } catch (RuntimeException failed) {
      process.close();
      throw failed;
    }
  }

  /** It listens before it serves, and closes or forgets connections. */
  private boolean serves() {
    try (Socket socket = new Socket("127.0.0.1", process.port())) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      byte[] said = socket.getInputStream().readAllBytes();
      return new String(said, StandardCharsets.US_ASCII).contains("Mode:");
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public String version() {
    try (var jars = Files.list(JARS)) {
      return jars.map(jar -> jar.getFileName().toString())
          .filter(name -> name.matches("zookeeper-[0-9.]+\\.jar"))
          .findFirst()
          .orElse("");
    } catch (IOException missing) {
      return "";
    }
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
    // Each connection makes its own session.
  }

  @Override
  public Dialect dialect(int batch) {
    return new Zoo("/load-" + sessions++);
  }

  @Override
  public int messages(int batch) {
    return 1;
  }
}
