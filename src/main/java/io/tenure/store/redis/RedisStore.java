package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnusableException;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Stores changes in Redis, as {@code docs/journal.md} describes. Each batch is written by one
 * script, which checks the epoch and the change number. Redis is never the clock of a lease. Any
 * number of loops may use the store; for one shard, one loop uses the store at a time.
 */
public final class RedisStore implements LeaseStore {

  private final ConnectionSource connections;
  private final String server;
  private final int replicas;
  private final LongSupplier nanoTime;
  private final Witness witness;
  private final RedisDurability durability;
  private final RedisProduct product;
  private final ShardClaimer claimer;
  private final PromiseAnnouncer announcer;
  private final Map<Integer, ShardStoreState> states = new ConcurrentHashMap<>();

  /** {@code nanoTime}: a monotonic clock that any thread may read. */
  public RedisStore(Vertx vertx, RedisOptions options, LongSupplier nanoTime, Witness witness) {
    this(
        new RedisConnections(vertx, options),
        options,
        UUID.randomUUID().toString(),
        nanoTime,
        witness);
  }

  /**
   * {@code server} identifies this process among all others, later ones of the same owner included.
   */
  RedisStore(
      ConnectionSource connections,
      RedisOptions options,
      String server,
      LongSupplier nanoTime,
      Witness witness) {
    this.connections = connections;
    this.server = server;
    this.replicas = options.replicas();
    this.nanoTime = nanoTime;
    this.witness = witness;
    durability = new RedisDurability(options.address(), nanoTime);
    product = new RedisProduct(nanoTime);
    claimer = new ShardClaimer(durability, nanoTime, witness, options, server);
    announcer = new PromiseAnnouncer(connections, durability, nanoTime, witness);
  }

  @Override
  public Future<Claim> claim(
      int shard, String owner, long ownershipMillis, boolean answeredInVain) {
    ShardStoreState state = state(shard);
    return connections.on(
        ownershipLane(shard),
        connection ->
            claimer.claim(connection, shard, state, owner, ownershipMillis, answeredInVain));
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity) {
    ShardStoreState state = state(shard);
    return connections.on(
        ownershipLane(shard),
        connection ->
            claimer.advance(
                connection, shard, state, owner, ownershipId(epoch), ownershipMillis, identity));
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis) {
    ShardStoreState state = state(shard);
    ScriptRun call = call(Script.EXTEND, shard, epoch).arg(owner).arg(ownershipMillis);
    call.arg(state.changeNumberIn(epoch));
    return connections
        .on(
            replicas > 0 ? ConnectionSource.EXTENSIONS : ConnectionSource.COMMON,
            connection ->
                connection.runInTime(
                    call.arg(durability.keptAll(connection)),
                    ExclusionMargins.extensionTimeout(ownershipMillis)))
        .map(
            answer -> {
              Response done = ScriptResults.done(answer, shard);
              boolean elsewhere = done.get(1).toString().equals("other");
              boolean learns = state.doubt.learns(done.get(3).toLong(), done.get(4).toLong());
              return new Extension(done.get(2).toString(), elsewhere, learns);
            });
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    ShardStoreState state = state(shard);
    ScriptRun call = call(Script.LEAVE, shard, epoch).arg(owner).arg(state.changeNumberIn(epoch));
    return done(shard, call)
        .recover(no -> no instanceof Refused ? Future.succeededFuture() : Future.failedFuture(no));
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    ShardStoreState state = state(shard);
    Promise<Void> loaded = connections.promise();
    new ShardLoader(
            shard,
            ownershipId(epoch),
            request ->
                connections.on(
                    ConnectionSource.COMMON, connection -> connection.askInBulk(request)),
            call ->
                connections.on(ConnectionSource.COMMON, connection -> connection.runInBulk(call)),
            replay)
        .load()
        .<Void>map(
            extras -> {
              state.loaded(extras);
              return null;
            })
        .onComplete(loaded);
    return loaded.future();
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    ShardStoreState state = state(shard);
    ChangeBatch batch = new ChangeBatch(changes);
    state.promise(batch.promisedMillis());
    return announcer
        .remember(batch.promisedMillis())
        .compose(
            remembered ->
                announcer.tell(
                    shard, epoch, ownershipId(epoch), lane(shard), state, batch.promisedMillis()))
        .compose(foretold -> append(shard, epoch, first, first + changes.size() - 1, batch))
        .onFailure(unknown -> state.unsure());
  }

  private Future<Void> append(int shard, long epoch, long first, long last, ChangeBatch batch) {
    ShardStoreState state = state(shard);
    long promised = batch.promisedMillis();
    long establishedMillis = state.stoodMillis(promised, nanoTime.getAsLong());
    ScriptRun call =
        state.call(batch, ShardKeys.of(shard), ownershipId(epoch), first, last, establishedMillis);
    return connections
        .on(lane(shard), connection -> connection.runDurably(call))
        .map(
            answer -> {
              ScriptResults.done(answer, shard);
              state.durable(epoch, last);
              state.established(establishedMillis);
              witness.durable(shard, epoch, last);
              return null;
            });
  }

  @Override
  public boolean waitsOnPurpose(int shard, long epoch) {
    return state(shard).waits(epoch);
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    ShardStoreState state = state(shard);
    state.unsure();
    ShardKeys keys = ShardKeys.of(shard);
    return connections
        .on(
            ConnectionSource.COMMON,
            connection -> connection.runInBulk(call(Script.CHECK, shard, epoch)))
        .map(answer -> ScriptResults.done(answer, shard).get(1).toInteger())
        .compose(
            segments ->
                connections.on(
                    ConnectionSource.COMMON,
                    connection -> connection.runInBulk(wipe(keys, epoch, segments))))
        .map(
            answer -> {
              ScriptResults.done(answer, shard);
              state.wiped();
              return null;
            });
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    ShardStoreState state = state(shard);
    ScriptRun call =
        call(Script.WHOLE, shard, epoch)
            .arg(state.changeNumberIn(epoch))
            .arg(doubt.reason())
            .arg(doubt.epoch());
    return done(shard, call).onSuccess(nothing -> state.doubts(epoch, !doubt.equals(Doubt.NONE)));
  }

  /**
   * Checks the number of shards. Fails with {@link StoreUnusableException} if the store was first
   * used with another number. When the store cannot answer yet, each claim checks the number again.
   */
  public Future<Void> sameLayout() {
    return connections
        .on(ConnectionSource.COMMON, claimer::sameLayout)
        .recover(
            no ->
                no instanceof Refused
                    ? unusable(String.valueOf(no.getMessage()))
                    : Future.succeededFuture());
  }

  /**
   * Succeeds as soon as a usable Redis lets this server in, even while that Redis is still loading.
   */
  public Future<Void> reach() {
    return connections
        .on(ConnectionSource.COMMON, connection -> connection.tell(Request.cmd(Command.PING)))
        .recover(
            out ->
                unusable(
                    out.getMessage() + "; start that Redis, or use --store with the right address"))
        .compose(
            there ->
                connections
                    .on(ConnectionSource.COMMON, durability::dropNothing)
                    .recover(no -> unusable(String.valueOf(no.getMessage()))))
        .compose(usable -> connections.on(ConnectionSource.COMMON, product::ask));
  }

  /**
   * Name and version of this Redis, such as {@code Redis 7.0.15}, as of a second or two ago; empty
   * as long as they are not known. Does not wait.
   */
  public String product() {
    if (product.isDue()) {
      connections.on(ConnectionSource.COMMON, product::ask);
    }
    return product.known();
  }

  private static <T> Future<T> unusable(String line) {
    return Future.failedFuture(new StoreUnusableException(line));
  }

  /** Closes all connections: pending calls fail. */
  public Future<Void> close() {
    return connections.close();
  }

  private ScriptRun wipe(ShardKeys keys, long epoch, int segments) {
    ScriptRun call = new ScriptRun(Script.WIPE, keys.meta()).arg(ownershipId(epoch));
    call.key(keys.lockDelays());
    call.key(keys.fences());
    for (int segment = 0; segment < segments; segment++) {
      call.key(keys.segment(segment));
    }
    return call;
  }

  private ScriptRun call(Script script, int shard, long epoch) {
    return new ScriptRun(script, ShardKeys.of(shard).meta()).arg(ownershipId(epoch));
  }

  /**
   * Returns the lane of ownership calls. With replicas, an ownership counts only when the replicas
   * know of it, because one of them may take over.
   */
  private int ownershipLane(int shard) {
    return replicas > 0 ? lane(shard) : ConnectionSource.COMMON;
  }

  private static int lane(int shard) {
    return shard % ConnectionSource.LANES;
  }

  private String ownershipId(long epoch) {
    return epoch + "/" + server;
  }

  private Future<Void> done(int shard, ScriptRun call) {
    return connections
        .on(ConnectionSource.COMMON, connection -> connection.run(call))
        .map(
            answer -> {
              ScriptResults.done(answer, shard);
              return null;
            });
  }

  private ShardStoreState state(int shard) {
    return states.computeIfAbsent(shard, first -> new ShardStoreState());
  }
}
