package io.tenure.store.redis;

import io.tenure.sim.redis.SimRequests;
import io.tenure.store.LeaseStore;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Connects the store of production to calls that a simulation carries. */
public final class SimulatedCalls implements ConnectionSource {

  /** Carries the calls of one server, with a separate connection for each lane. */
  public interface Carrier {

    /**
     * {@code script}: the name of the script in lower case; empty for a plain command. {@code
     * millis}: the time without an answer after which the call fails and its connection closes.
     */
    Future<Response> carry(int lane, String script, byte[][] command, long millis);

    /**
     * Asks Redis for information about itself. The answer comes at once, because each look at a
     * shard needs it.
     */
    Future<@Nullable Response> tell(int lane, byte[][] command);

    /** Completes after this time. */
    Future<Void> pause(long millis);
  }

  /** The names of the scripts, by the array that every request of a script uses for its digest. */
  private static final IdentityHashMap<byte[], String> NAMES = new IdentityHashMap<>();

  static {
    for (Script script : Script.values()) {
      byte[] digest = SimRequests.words(script.request(false))[1];
      NAMES.put(digest, script.name().toLowerCase(Locale.ROOT));
    }
  }

  private final Carrier carrier;
  private final long callMillis;

  private SimulatedCalls(Carrier carrier, long callMillis) {
    this.carrier = carrier;
    this.callMillis = callMillis;
  }

  /** {@code server} identifies this process among all others. */
  public static LeaseStore store(
      Carrier carrier,
      int shards,
      boolean relaxed,
      long atOnceMillis,
      String server,
      LongSupplier nanoTime,
      Witness witness) {
    var options =
        new RedisOptions(
            RedisAddress.parse("redis://127.0.0.1:6379"),
            shards,
            relaxed,
            0,
            RedisOptions.CALL_MILLIS,
            atOnceMillis);
    return new RedisStore(
        new SimulatedCalls(carrier, options.callMillis()), options, server, nanoTime, witness);
  }

  @Override
  public <T> Future<T> on(int lane, Function<OrderedConnection, Future<T>> work) {
    return work.apply(new SimulatedLine(lane));
  }

  @Override
  public <T> Promise<T> promise() {
    return Promise.promise();
  }

  @Override
  public Future<Void> pause(long millis) {
    return carrier.pause(millis);
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }

  private static Future<Response> failed(Throwable cause) {
    return Future.failedFuture(RedisFailureDiagnosis.of(cause, "127.0.0.1:6379"));
  }

  private final class SimulatedLine implements OrderedConnection {

    private final int lane;

    SimulatedLine(int lane) {
      this.lane = lane;
    }

    @Override
    public Future<@Nullable Response> tell(Request request) {
      return carrier.tell(lane, SimRequests.words(request));
    }

    @Override
    public Future<Response> askInBulk(Request request) {
      return carry("", SimRequests.words(request), callMillis * ReconnectingConnection.BULK_FACTOR);
    }

    @Override
    public Future<Response> run(ScriptRun call) {
      return run(call, callMillis);
    }

    @Override
    public Future<Response> runInBulk(ScriptRun call) {
      return run(call, callMillis * ReconnectingConnection.BULK_FACTOR);
    }

    @Override
    public Future<Response> runDurably(ScriptRun call) {
      return run(call, callMillis);
    }

    @Override
    public Future<Response> runInTime(ScriptRun call, long millis) {
      return run(call, millis == 0 ? callMillis : Math.min(millis, callMillis));
    }

    private Future<Response> run(ScriptRun call, long millis) {
      byte[][] command = SimRequests.words(call.request(false));
      String script = Objects.requireNonNull(NAMES.get(command[1]));
      return carrier
          .carry(lane, script, command, millis)
          .recover(
              cause ->
                  String.valueOf(cause.getMessage()).contains("NOSCRIPT")
                      ? carry(script, SimRequests.words(call.request(true)), millis)
                      : failed(cause));
    }

    private Future<Response> carry(String script, byte[][] command, long millis) {
      return carrier.carry(lane, script, command, millis).recover(SimulatedCalls::failed);
    }
  }
}
