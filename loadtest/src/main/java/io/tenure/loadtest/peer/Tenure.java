package io.tenure.loadtest.peer;

import io.tenure.loadtest.gauge.Machine;
import io.tenure.loadtest.gauge.Pauses;
import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Said;
import io.tenure.loadtest.speech.Held;
import io.tenure.loadtest.speech.Say;
import io.tenure.loadtest.speech.TenureHttp;
import io.tenure.loadtest.speech.TenureStream;
import io.tenure.loadtest.speech.Terms;
import io.tenure.loadtest.speech.Told;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The real server, as users start it. */
public final class Tenure implements Peer {

  /** The protocol of the renewals. */
  public enum Door {
    STREAM,
    HTTP
  }

  public static final Terms TERMS = new Terms("load/", 3_600_000);

  private static final int LOADERS = 8;

  private final Path directory;
  private final ServerProcess process;
  private Terms terms;
  private final boolean elsewhere;
  private int prepared;
  private Door door = Door.STREAM;
  private Held held = new Held(0);

  /** {@code flags}: of {@code tenure serve}. */
  public Tenure(Terms terms, List<String> flags) {
    this(ServerProcess.newDirectory("tenure"), terms, flags);
  }

  public static Tenure inMemory(Terms terms) {
    return new Tenure(terms, List.of("--store", "memory"));
  }

  private Tenure(Path directory, Terms terms, List<String> flags) {
    this.directory = directory;
    elsewhere = flags.stream().anyMatch(flag -> flag.contains("://"));
    this.terms = terms;
    int port = ServerProcess.freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                "./tenure",
                "serve",
                "--port",
                Integer.toString(port),
                "--data",
                directory.resolve("data").toString(),
                "--http-connections",
                "20000",
                "--stream-in-flight",
                "65536"));
    command.addAll(flags);
    process =
        ServerProcess.start(
            "Tenure",
            directory,
            port,
            command,
            Map.of(
                "JAVA_HOME",
                Java.home(),
                "TENURE_JAVA_OPTS",
                Pauses.option(directory.resolve("safepoints.log"))),
            "see what it said:");
    process.await("come to serve every shard", this::isReady);
  }

  private boolean isReady() {
    try {
      HttpURLConnection asked =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + process.port() + "/readyz").toURL().openConnection();
      return asked.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException notYet) {
      return false;
    }
  }

  /**
   * Ends it as kill -9 does, and serves its data by another process at once. Its Redis, which
   * survives the crash, still ends with this one.
   */
  public Tenure crashAndStartAgain(List<String> flags) {
    process.crash();
    Tenure next = new Tenure(directory, terms, flags);
    next.held = held;
    return next;
  }

  public Tenure through(Door wanted) {
    door = wanted;
    return this;
  }

  public Pauses pauses() {
    return new Pauses(directory.resolve("safepoints.log"));
  }

  /** True if it uses a Redis that it has not started. */
  public boolean storesElsewhere() {
    return elsewhere;
  }

  public Held held() {
    return held;
  }

  public Terms terms() {
    return terms;
  }

  /** Room for so many leases, none of them acquired. */
  public void hold(int leases) {
    held = new Held(leases);
  }

  /** For a caller that needs more than the number of done operations. */
  public Dialect dialect(Told told) {
    return new TenureStream(held, terms, told);
  }

  @Override
  public String name() {
    return door == Door.STREAM ? "tenure" : "tenure-http";
  }

  @Override
  public String version() {
    return Machine.said("git", "describe", "--always", "--dirty");
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  @Override
  public boolean isJava() {
    return true;
  }

  /**
   * Makes leases in addition to all earlier ones. Its connections close again: the later
   * measurement takes over nothing but the ids.
   */
  @Override
  public void prepare(Engine engine, int leases) {
    hold(leases);
    terms = terms.withPrefix("load" + prepared++ + "/");
    Prepared.all(
        engine,
        process.port(),
        LOADERS,
        () -> dialect(Told.NONE),
        leases,
        Say.ACQUIRE::of,
        (link, said, done, refused, now) ->
            held.acknowledged(Say.number(said.message()), said.sentNanos()));
  }

  @Override
  public Dialect dialect(int batch) {
    return door == Door.HTTP
        ? new TenureHttp(held, batch)
        : new TenureStream(held, terms.withBatch(batch), Told.NONE);
  }

  @Override
  public int messages(int batch) {
    return TenureStream.frames(held.size(), batch);
  }

  /** The last frame may be a short one. */
  @Override
  public int renewals(int message, int batch) {
    return Math.min(batch, held.size() - message * batch);
  }

  @Override
  public void acknowledged(Said said, int batch) {
    held.acknowledged(said, batch);
  }
}
