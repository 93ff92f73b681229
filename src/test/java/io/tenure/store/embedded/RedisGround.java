package io.tenure.store.embedded;

import static io.tenure.store.embedded.Eventually.await;
import static io.tenure.store.embedded.Eventually.eventually;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A directory for a private Redis, which records the reports about it and cleans up at the end. */
public final class RedisGround implements PrivateRedis.Events {

  final Path path;
  public static final Future<Void> NEVER = Promise.<Void>promise().future();

  final Vertx vertx = Vertx.vertx();
  final Queue<String> lines = new ConcurrentLinkedQueue<>();
  final AtomicInteger aways = new AtomicInteger();
  final AtomicInteger backs = new AtomicInteger();
  private @Nullable DataDirectory directory;
  private @Nullable PrivateRedis redis;

  RedisGround(Path path) {
    this.path = path;
  }

  /** Starts the bundled Redis, even if another one is installed. */
  PrivateRedis start() throws Exception {
    return start(withoutRedis());
  }

  /** A search path with all tools except a Redis. */
  String withoutRedis() throws Exception {
    var tools = path.resolveSibling(path.getFileName() + "-tools");
    var setsid = Files.createDirectories(tools).resolve("setsid");
    if (Files.notExists(setsid)) {
      Files.writeString(setsid, "#!/bin/sh\nexec /usr/bin/setsid \"$@\"\n");
      Files.setPosixFilePermissions(setsid, PosixFilePermissions.fromString("rwx------"));
    }
    return tools.toString();
  }

  PrivateRedis start(String searchPath) throws Exception {
    PrivateRedis started = await(begin(searchPath, NEVER));
    redis = started;
    return started;
  }

  Future<PrivateRedis> begin(String searchPath, Future<Void> ending) throws Exception {
    if (directory == null) {
      directory = DataDirectory.open(path, lines::add);
    }
    return PrivateRedis.start(vertx, directory, searchPath, ending, this);
  }

  RedisFiles home() throws Exception {
    return new RedisFiles(path.toRealPath().resolve("redis"));
  }

  List<ProcessHandle> living() throws Exception {
    return RedisProcesses.of(home());
  }

  ProcessHandle process() throws Exception {
    var living = living();
    if (living.size() != 1) {
      throw new AssertionError(living.size() + " processes; said: " + lines);
    }
    return living.get(0);
  }

  ChildServer child(String... before) throws Exception {
    return ChildServer.start(path, withoutRedis(), before);
  }

  void kill9() throws Exception {
    var process = process();
    process.destroyForcibly();
    eventually("the process ends", () -> !process.isAlive());
  }

  void signal(String name) throws Exception {
    Signals.send(name, process().pid());
  }

  String call(Command command, String... arguments) throws Exception {
    return call(Objects.requireNonNull(redis).address(), command, arguments);
  }

  String call(String address, Command command, String... arguments) throws Exception {
    var request = Request.cmd(command);
    for (var argument : arguments) {
      request.arg(argument);
    }
    var client = Redis.createClient(vertx, new RedisOptions().setConnectionString(address));
    try {
      return String.valueOf(await(client.send(request)));
    } finally {
      client.close();
    }
  }

  /** Repeats the command until Redis is back. */
  String callWhenBack(Command command, String... arguments) throws Exception {
    eventually("it is back: " + lines, () -> backs.get() == aways.get());
    return call(command, arguments);
  }

  boolean wasSaid(String part) {
    return lines.stream().anyMatch(line -> line.contains(part));
  }

  @Override
  public void log(String line) {
    lines.add(line);
  }

  @Override
  public void away() {
    aways.incrementAndGet();
  }

  @Override
  public void back() {
    backs.incrementAndGet();
  }

  void leave() throws Exception {
    try {
      if (redis != null) {
        await(redis.stop());
      }
    } finally {
      await(vertx.close());
      if (directory != null) {
        directory.close();
        living().forEach(ProcessHandle::destroyForcibly);
      }
    }
  }
}
