package io.tenure.store;

import io.tenure.core.Change;
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
 * Keeps changes in Redis, as {@code docs/journal.md} lays out: each batch by one script, which
 * checks epoch and place. Redis is never the clock of a lease. Any number of loops may ask; one
 * shard is asked by one loop at a time.
 */
public final class RedisStore implements LeaseStore {

  /** Beyond this a Redis is away, and half-open connections are found out. */
  public static final long CALL_MILLIS = 2_000;

  /** Every quarantine may well last so long; most leases are no longer. */
  public static final long AT_ONCE_MILLIS = 10_000;

  /**
   * {@code shards}: how many the server has. {@code relaxed}: replies do not wait for the store, so
   * an unclean end may lose what was answered. {@code replicas}: so many must have a batch before
   * it counts as kept. {@code atOnceMillis}: promises of up to so long are given at once, because
   * every server reckons with them, whatever it has heard.
   */
  public record Options(
      RedisAddress address,
      int shards,
      boolean relaxed,
      int replicas,
      long callMillis,
      long atOnceMillis) {

    public Options {
      if (replicas < 0) {
        throw new IllegalArgumentException("replicas is " + replicas + "; use 0 or more");
      }
      if (callMillis < 1) {
        throw new IllegalArgumentException("callMillis is " + callMillis + "; use 1 or more");
      }
    }

    public static Options of(RedisAddress address, int shards) {
      return new Options(address, shards, false, 0, CALL_MILLIS, AT_ONCE_MILLIS);
    }
  }

  /** Of a term: an extension without an answer for so long can still be sent again in time. */
  private static final int EXTEND_DIVISOR = 4;

  private final Lines lines;
  private final String server;
  private final int replicas;
  private final LongSupplier nanoTime;
  private final Witness witness;
  private final RedisSettings settings;
  private final Claiming claiming;
  private final Foretelling foretelling;
  private final Map<Integer, ShardMemory> memories = new ConcurrentHashMap<>();

  /** {@code nanoTime}: a monotonic clock that may be asked by any thread. */
  public RedisStore(Vertx vertx, Options options, LongSupplier nanoTime, Witness witness) {
    this(new Connections(vertx, options), options, UUID.randomUUID().toString(), nanoTime, witness);
  }

  /** {@code server} tells this process from every other, a later one of the same owner included. */
  RedisStore(Lines lines, Options options, String server, LongSupplier nanoTime, Witness witness) {
    this.lines = lines;
    this.server = server;
    this.replicas = options.replicas();
    this.nanoTime = nanoTime;
    this.witness = witness;
    settings = new RedisSettings(options.address(), nanoTime);
    claiming = new Claiming(settings, nanoTime, witness, options, server);
    foretelling = new Foretelling(lines, settings, nanoTime, witness);
  }

  @Override
  public Future<Claim> claim(int shard, String owner, long termMillis, boolean answeredInVain) {
    ShardMemory memory = memory(shard);
    return lines.on(
        standingLane(shard),
        line -> claiming.claim(line, shard, memory, owner, termMillis, answeredInVain));
  }

  @Override
  public Future<Advance> advance(
      int shard, String owner, long epoch, long termMillis, String identity) {
    ShardMemory memory = memory(shard);
    return lines.on(
        standingLane(shard),
        line ->
            claiming.advance(line, shard, memory, owner, standing(epoch), termMillis, identity));
  }

  @Override
  public Future<Extension> extend(int shard, String owner, long epoch, long termMillis) {
    ShardMemory memory = memory(shard);
    Call call = call(Script.EXTEND, shard, epoch).arg(owner).arg(termMillis);
    call.arg(memory.placeIn(epoch));
    return lines
        .on(
            replicas > 0 ? Lines.EXTENSIONS : Lines.COMMON,
            line -> line.runInTime(call.arg(settings.keptAll(line)), termMillis / EXTEND_DIVISOR))
        .map(
            answer -> {
              Response done = Answers.done(answer, shard);
              boolean elsewhere = done.get(1).toString().equals("other");
              return new Extension(done.get(2).toString(), elsewhere);
            });
  }

  @Override
  public Future<Void> leave(int shard, String owner, long epoch) {
    ShardMemory memory = memory(shard);
    Call call = call(Script.LEAVE, shard, epoch).arg(owner).arg(memory.placeIn(epoch));
    return done(shard, call)
        .recover(no -> no instanceof Refused ? Future.succeededFuture() : Future.failedFuture(no));
  }

  @Override
  public Future<Void> load(int shard, long epoch, Consumer<Change> replay) {
    ShardMemory memory = memory(shard);
    Promise<Void> loaded = lines.promise();
    new Loading(
            shard,
            standing(epoch),
            request -> lines.on(Lines.COMMON, line -> line.askInBulk(request)),
            call -> lines.on(Lines.COMMON, line -> line.runInBulk(call)),
            replay)
        .load()
        .<Void>map(
            extras -> {
              memory.loaded(extras);
              return null;
            })
        .onComplete(loaded);
    return loaded.future();
  }

  @Override
  public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
    ShardMemory memory = memory(shard);
    Batch batch = new Batch(changes);
    memory.promise(batch.promisedMillis());
    return foretelling
        .remember(batch.promisedMillis())
        .compose(remembered -> foretold(shard, epoch, memory, batch.promisedMillis()))
        .compose(foretold -> append(shard, epoch, first, first + changes.size() - 1, batch))
        .onFailure(unknown -> memory.unsure());
  }

  private Future<Void> append(int shard, long epoch, long first, long last, Batch batch) {
    ShardMemory memory = memory(shard);
    long promised = batch.promisedMillis();
    long stood = memory.youngMillis(promised, nanoTime.getAsLong()) == 0 ? promised : 0;
    Call call = memory.call(batch, ShardKeys.of(shard), standing(epoch), first, last, stood);
    return lines
        .on(lane(shard), line -> line.runDurably(call))
        .map(
            answer -> {
              Answers.done(answer, shard);
              memory.kept(epoch, last);
              memory.stood(stood);
              witness.kept(shard, epoch, last);
              return null;
            });
  }

  /** With replicas a promise is where its grant is: on one of them that may take over. */
  private Future<Void> foretold(int shard, long epoch, ShardMemory memory, long millis) {
    // mistake: not-told-ahead
    return memory.ownedForEver() || replicas > 0
        ? Future.succeededFuture()
        : foretelling.tell(shard, epoch, standing(epoch), lane(shard), memory, millis);
  }

  @Override
  public boolean waitsOnPurpose(int shard, long epoch) {
    return memory(shard).waits(epoch);
  }

  @Override
  public Future<Void> wipe(int shard, long epoch) {
    ShardMemory memory = memory(shard);
    memory.unsure();
    ShardKeys keys = ShardKeys.of(shard);
    return lines
        .on(Lines.COMMON, line -> line.runInBulk(call(Script.CHECK, shard, epoch)))
        .map(answer -> Answers.done(answer, shard).get(1).toInteger())
        .compose(
            segments -> lines.on(Lines.COMMON, line -> line.runInBulk(wipe(keys, epoch, segments))))
        .map(
            answer -> {
              Answers.done(answer, shard);
              memory.wiped();
              return null;
            });
  }

  @Override
  public Future<Void> whole(int shard, long epoch, Doubt doubt) {
    long place = memory(shard).placeIn(epoch);
    Call call = call(Script.WHOLE, shard, epoch).arg(place).arg(doubt.word()).arg(doubt.epoch());
    return done(shard, call);
  }

  /**
   * Fails with {@link Unusable} if the store was first used with another number of shards. When it
   * cannot tell yet, it is asked again before each claim.
   */
  Future<Void> sameLayout() {
    return lines
        .on(Lines.COMMON, claiming::sameLayout)
        .recover(
            no ->
                no instanceof Refused
                    ? unusable(String.valueOf(no.getMessage()))
                    : Future.succeededFuture());
  }

  /** Succeeds as soon as a Redis that can be used lets this server in, be it still loading. */
  Future<Void> reach() {
    return lines
        .on(Lines.COMMON, line -> line.tell(Request.cmd(Command.PING)))
        .recover(
            out ->
                unusable(
                    out.getMessage() + "; start that Redis, or use --store with the right address"))
        .compose(
            there ->
                lines
                    .on(Lines.COMMON, settings::dropNothing)
                    .recover(no -> unusable(String.valueOf(no.getMessage()))));
  }

  private static <T> Future<T> unusable(String line) {
    return Future.failedFuture(new Unusable(line));
  }

  /** Closes all connections: calls under way fail. */
  public Future<Void> close() {
    return lines.close();
  }

  private Call wipe(ShardKeys keys, long epoch, int segments) {
    Call call = new Call(Script.WIPE, keys.meta()).arg(standing(epoch));
    call.key(keys.bars());
    call.key(keys.fences());
    for (int segment = 0; segment < segments; segment++) {
      call.key(keys.segment(segment));
    }
    return call;
  }

  private Call call(Script script, int shard, long epoch) {
    return new Call(script, ShardKeys.of(shard).meta()).arg(standing(epoch));
  }

  /** With replicas an ownership counts only when they know of it: one of them may take over. */
  private int standingLane(int shard) {
    return replicas > 0 ? lane(shard) : Lines.COMMON;
  }

  private static int lane(int shard) {
    return shard % Lines.LANES;
  }

  private String standing(long epoch) {
    return epoch + "/" + server;
  }

  private Future<Void> done(int shard, Call call) {
    return lines
        .on(Lines.COMMON, line -> line.run(call))
        .map(
            answer -> {
              Answers.done(answer, shard);
              return null;
            });
  }

  private ShardMemory memory(int shard) {
    return memories.computeIfAbsent(shard, first -> new ShardMemory());
  }
}
