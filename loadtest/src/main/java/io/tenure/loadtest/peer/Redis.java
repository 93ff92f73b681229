package io.tenure.loadtest.peer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.speech.Resp;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Keys with a time to live in Redis, the usual base of home-made leases. */
public final class Redis implements Peer {

  /** The form of a renewal in Redis. */
  public enum Renewal {
    /** Every client that knows the key renews it, even if another one owns it. */
    PEXPIRE,
    /** Only for its owner: compares, then extends, in a script. */
    SCRIPT
  }

  private static final String TTL_MILLIS = "3600000";
  private static final String OWNER = "load";
  private static final String SCRIPT =
      "if redis.call('get',KEYS[1])==ARGV[1] then"
          + " return redis.call('pexpire',KEYS[1],ARGV[2]) else return 0 end";

  private final ServerProcess process;
  private final RedisProgram program = RedisProgram.find();
  private final Renewal renewal;
  private byte[][] renewals = {};

  public Redis(Renewal renewal) {
    this.renewal = renewal;
    var directory = ServerProcess.newDirectory("redis");
    int port = ServerProcess.freePort();
    process =
        ServerProcess.start(
            "redis-server",
            directory,
            port,
            List.of(
                program.in(directory).toString(),
                "--port",
                Integer.toString(port),
                "--bind",
                "127.0.0.1",
                "--dir",
                directory.toString(),
                "--save",
                "",
                "--appendonly",
                "no"),
            Map.of(),
            "run loadtest/install-peers");
  }

  @Override
  public String name() {
    return renewal == Renewal.PEXPIRE ? "redis-pexpire" : "redis-script";
  }

  @Override
  public String version() {
    return program.version();
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
    IntFunction<byte[]> set = lease -> Resp.command("SET", key(lease), OWNER, "PX", TTL_MILLIS);
    Prepared.all(
        engine,
        process.port(),
        1,
        () -> new Resp(set, count, 1),
        count,
        number -> number,
        Answers.IGNORED);
    spell(count);
    if (renewal == Renewal.SCRIPT) {
      byte[] first = Resp.command("EVAL", SCRIPT, "1", key(0), OWNER, TTL_MILLIS);
      Prepared.all(
          engine,
          process.port(),
          1,
          () -> new Resp(once -> first, 1, 1),
          1,
          number -> number,
          Answers.IGNORED);
    }
  }

  /** Writes the commands beforehand: the time of the sender is not measured. */
  private void spell(int count) {
    renewals = new byte[count][];
    String digest = digest();
    for (int lease = 0; lease < count; lease++) {
      renewals[lease] =
          renewal == Renewal.PEXPIRE
              ? Resp.command("PEXPIRE", key(lease), TTL_MILLIS)
              : Resp.command("EVALSHA", digest, "1", key(lease), OWNER, TTL_MILLIS);
    }
  }

  @Override
  public Dialect dialect(int batch) {
    return new Resp(number -> renewals[number], renewals.length, batch);
  }

  @Override
  public int messages(int batch) {
    return Math.max(1, renewals.length / batch);
  }

  /** The digest by which Redis knows the script. */
  private static String digest() {
    try {
      byte[] sha = MessageDigest.getInstance("SHA-1").digest(SCRIPT.getBytes(US_ASCII));
      return HexFormat.of().formatHex(sha);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  private static String key(int lease) {
    return "load/" + lease;
  }
}
