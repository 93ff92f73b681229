package io.tenure.loadtest.peer;

import io.tenure.loadtest.gauge.Machine;
import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.speech.EtcdCalls;
import io.tenure.loadtest.speech.EtcdKeepAlive;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A real etcd, renewed over long streams with many lease ids each. */
public final class Etcd implements Peer {

  private static final long TTL_SECONDS = 3_600;

  private final ServerProcess process = start();
  private long[] leases = {};

  /** Also for callers with other requests. */
  public static ServerProcess start() {
    Path directory = ServerProcess.newDirectory("etcd");
    int port = ServerProcess.freePort();
    String here = "http://127.0.0.1:" + port;
    String peers = "http://127.0.0.1:" + ServerProcess.freePort();
    return ServerProcess.start(
        "etcd",
        directory,
        port,
        List.of(
            "etcd",
            "--data-dir",
            directory.resolve("data").toString(),
            "--listen-client-urls",
            here,
            "--advertise-client-urls",
            here,
            "--listen-peer-urls",
            peers,
            "--initial-advertise-peer-urls",
            peers,
            "--initial-cluster",
            "default=" + peers,
            "--log-level",
            "error"),
        Map.of(),
        "run loadtest/install-peers");
  }

  @Override
  public String name() {
    return "etcd";
  }

  @Override
  public String version() {
    return Machine.said("etcd", "--version");
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  @Override
  public boolean isJava() {
    return false;
  }

  @Override
  public void prepare(Engine engine, int count) {
    leases = new long[count];
    Prepared.all(
        engine,
        process.port(),
        4,
        () -> EtcdCalls.grants(TTL_SECONDS, leases),
        count,
        number -> number,
        Answers.IGNORED);
  }

  @Override
  public Dialect dialect(int batch) {
    return new EtcdKeepAlive(leases, batch);
  }

  @Override
  public int messages(int batch) {
    return Math.max(1, leases.length / batch);
  }
}
