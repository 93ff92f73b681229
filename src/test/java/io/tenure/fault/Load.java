package io.tenure.fault;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Runs dozens of holders over a few connections, on one loop, from the start of a run to its end.
 */
final class Load {

  private static final int ROUTES = 4;
  private static final int RIVALS = 24;
  private static final int CONTENDED_KEYS = 10;
  private static final int LONERS = 12;
  private static final int RESIDENTS = 4;
  private static final int HOMES = 12;
  private static final long ROUND_MILLIS = 200;
  private static final int SESSION_RIVALS = 2;
  private static final int DOZERS = 16;
  private static final Resident.Habits DOZING = new Resident.Habits(4, 4_000, 3_400);
  private static final long DOZERS_APART_MILLIS = 150;
  private static final int PATIENCE_SECONDS = 20;

  private final Vertx vertx;
  private final Context loop;
  private final Scene scene;
  private final List<Route> routes = new ArrayList<>();
  private final List<Resident> residents = new ArrayList<>();
  private final List<SessionHolder> sessionHolders = new ArrayList<>();
  private long lonely;

  /** {@code homeTtlMillis}: the ttl of the leases that are held from the start to the end. */
  Load(Vertx vertx, List<Integer> ports, long homeTtlMillis, SplittableRandom chance) {
    this.vertx = vertx;
    loop = vertx.getOrCreateContext();
    long startNanos = System.nanoTime();
    scene = new Scene(vertx, () -> System.nanoTime() - startNanos, chance);
    onLoop(
        () -> {
          begin(ports, homeTtlMillis);
          return Future.succeededFuture();
        });
  }

  /** The server that granted the last lease, or renewed one after that. */
  String speaker() {
    return speaker(each -> Tally.newGrant(each) || Tally.renewal(each));
  }

  /** The server that kept a session alive last: two servers may share the shards. */
  String speakerOfSessions() {
    return speaker(each -> each.key().startsWith(SessionHolder.SESSIONS) && Tally.renewal(each));
  }

  boolean keepsASession() {
    return !speakerOfSessions().isEmpty();
  }

  private String speaker(Predicate<Operation> speaks) {
    return judge(
        history ->
            history.operations().stream()
                .filter(speaks)
                .reduce((earlier, later) -> later)
                .map(Operation::server)
                .orElse(""));
  }

  void frozen(String server, long fromNanos, long untilNanos) {
    judge(
        history -> {
          history.add(new Freeze(server, fromNanos, untilNanos));
          return true;
        });
  }

  /** From now on the shards of that server may belong to another server. */
  void departs(String server) {
    judge(
        history -> {
          history.add(new Departure(server, scene.now()));
          return true;
        });
  }

  long now() {
    return scene.now();
  }

  /** Evaluates the history while it grows. */
  <T> T judge(Function<History, T> look) {
    return onLoop(() -> Future.succeededFuture(look.apply(scene.history)));
  }

  /** Whether a new lease was granted for a request after that instant. */
  boolean grantedSince(long instantNanos) {
    return judge(
        history ->
            history.operations().stream()
                .anyMatch(each -> each.sentNanos() >= instantNanos && Tally.newGrant(each)));
  }

  /** The number of shards with a new lease that was granted for a request after that instant. */
  long shardsGrantedSince(long instantNanos) {
    return judge(
        history ->
            history.operations().stream()
                .filter(each -> each.sentNanos() >= instantNanos && Tally.newGrant(each))
                .map(each -> ((Told.Granted) each.told()).shard())
                .distinct()
                .count());
  }

  /** Whether a lease was renewed for a request after that instant. */
  boolean renewedSince(long instantNanos) {
    return judge(
        history ->
            history.operations().stream()
                .anyMatch(each -> each.sentNanos() > instantNanos && Tally.renewal(each)));
  }

  /** Whether the history shows all signs that the fault has struck. */
  boolean shows(List<Claim> claims) {
    return judge(
        history ->
            claims.stream()
                .filter(Claim::aboutTheFault)
                .allMatch(each -> each.complaint(history) == null));
  }

  /**
   * Stops all new requests, lets the residents renew all their leases and sessions once more, and
   * closes all connections.
   */
  History end() {
    onLoop(
        () -> {
          scene.end();
          List<Future<Heard>> last = new ArrayList<>();
          residents.forEach(each -> last.add(each.renewAll()));
          sessionHolders.forEach(each -> last.add(each.keepAlive()));
          return Future.join(last);
        });
    cut();
    return scene.history;
  }

  void cut() {
    onLoop(
        () -> {
          scene.end();
          routes.forEach(Route::close);
          return Future.succeededFuture();
        });
  }

  private void begin(List<Integer> ports, long homeTtlMillis) {
    NetClient client = vertx.createNetClient();
    for (int i = 0; i < ROUTES; i++) {
      routes.add(new Route(vertx, client, ports, scene.clock, scene.chance.split()));
    }
    for (int i = 0; i < RIVALS; i++) {
      visitor("rival-" + i, i, new Visitor.Habits(this::contended, 1_000, 600, 300)).begin();
    }
    for (int i = 0; i < LONERS; i++) {
      visitor("loner-" + i, i, new Visitor.Habits(this::lonely, 1_500, 0, 40)).begin();
    }
    Resident.Habits living = new Resident.Habits(HOMES, homeTtlMillis, ROUND_MILLIS);
    for (int i = 0; i < RESIDENTS; i++) {
      Resident resident = new Resident(scene, voice("resident-" + i, i), living);
      residents.add(resident);
      resident.begin();
    }
    SessionHolder keeper = new SessionHolder(scene, voice("keeper", 0), homeTtlMillis);
    sessionHolders.add(keeper);
    keeper.begin();
    for (int i = 0; i < SESSION_RIVALS; i++) {
      Visitor.Habits rival = new Visitor.Habits(() -> SessionHolder.someKey(scene), 600, 0, 60);
      visitor("keeper-rival-" + i, i, rival).begin();
    }
    for (int i = 0; i < DOZERS; i++) {
      Resident dozer = new Resident(scene, voice("dozer-" + i, i), DOZING);
      residents.add(dozer);
      scene.after(i * DOZERS_APART_MILLIS, dozer::begin);
    }
  }

  private Visitor visitor(String name, int number, Visitor.Habits habits) {
    return new Visitor(scene, voice(name, number), habits);
  }

  private Voice voice(String name, int number) {
    return new Voice(name, routes.get(number % ROUTES), scene.history);
  }

  private String contended() {
    return "rivals/" + scene.between(1, CONTENDED_KEYS);
  }

  private String lonely() {
    return "lonely/" + ++lonely;
  }

  private <T> T onLoop(Callable<Future<T>> task) {
    Promise<T> promise = Promise.promise();
    loop.runOnContext(
        now -> {
          try {
            task.call().onComplete(promise);
          } catch (Exception failed) {
            promise.fail(failed);
          }
        });
    try {
      return promise
          .future()
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception failed) {
      throw new IllegalStateException("the load does not answer", failed);
    }
  }
}
