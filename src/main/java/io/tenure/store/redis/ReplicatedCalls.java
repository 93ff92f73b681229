package io.tenure.store.redis;

import static java.util.Objects.requireNonNull;

import io.tenure.store.StoreUnavailableException;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisCluster;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The calls of one connection that need replicas. Redis serves nothing else on a connection while
 * it waits for replicas. So calls go out in groups, with one WAIT behind the scripts of a group,
 * which counts for each of them. A group has all calls of one turn of the loop, or all that came
 * while Redis waited for the replicas of the group before. Owned by the loop of the connection.
 */
final class ReplicatedCalls {

  /**
   * In percent of the time of a call: so long Redis waits for replicas. A call may come just behind
   * a group, so this fits in twice, and a fifth remains for the way to Redis and for the scripts.
   */
  private static final int WAIT_PERCENT = 40;

  /** The connection under the calls. It also bounds how many calls there are. */
  interface Line {

    /** Fails while there is no connection. */
    Future<RedisConnection> opened();

    /** Closes the connection if this failure of a group says that it is not sound any more. */
    void judge(RedisConnection on, Throwable cause);
  }

  /** How the client of Redis reports each command of a batch that Redis refused. */
  private static final Pattern REFUSAL =
      Pattern.compile("^ERR \\[(\\d+)] (.*)$", Pattern.MULTILINE);

  private final Context context;
  private final RedisAddress address;
  private final int replicas;
  private final Line line;

  /** Calls that no group has had yet. */
  private final List<Call> fresh = new ArrayList<>();

  /**
   * Calls that are sent again, because others of their group were refused. They go before all fresh
   * calls, so that no refusal of those comes between again.
   */
  private final List<Call> again = new ArrayList<>();

  /** Whether a group is under way, or is sent when the present turn is over. */
  private boolean busy;

  /** What the group under way consists of: one batch, or in a cluster one for each node. */
  private int batchesUnderWay;

  ReplicatedCalls(Context context, RedisAddress address, int replicas, Line line) {
    this.context = context;
    this.address = address;
    this.replicas = replicas;
    this.line = line;
  }

  /**
   * Succeeds with the answer of the script if enough replicas have what it wrote, within so many
   * milliseconds from now. A call that is late fails alone: only a group without an answer shows
   * that the connection is silent.
   */
  Future<Response> run(ScriptRun script, long millis) {
    Call call = new Call(script, millis, VertxInternals.promise(context));
    fresh.add(call);
    if (!busy) {
      busy = true;
      context.runOnContext(turnIsOver -> sendGroup());
    }
    return call.answer
        .future()
        .timeout(millis, TimeUnit.MILLISECONDS)
        .recover(
            cause -> {
              call.answer.tryFail(cause);
              return Future.failedFuture(
                  cause instanceof TimeoutException
                      ? late()
                      : RedisFailureDiagnosis.of(cause, address.toString()));
            });
  }

  private StoreUnavailableException late() {
    return new StoreUnavailableException(
        "Redis at "
            + address
            + ", or its replicas, did not answer in time: it may or may not have done it");
  }

  private void sendGroup() {
    // A call that is late already is not sent, so that Redis cannot execute it later.
    again.removeIf(Call::isOver);
    fresh.removeIf(Call::isOver);
    List<Call> calls = again.isEmpty() ? fresh : again;
    List<Call> group = List.copyOf(calls);
    calls.clear();
    busy = !group.isEmpty();
    if (busy) {
      line.opened().onComplete(opened -> sendGroup(group, opened));
    }
  }

  private void sendGroup(List<Call> group, AsyncResult<RedisConnection> opened) {
    if (opened.failed()) {
      group.forEach(call -> call.answer.tryFail(opened.cause()));
      context.runOnContext(turn -> sendGroup());
      return;
    }
    byNode(opened.result(), group)
        .onComplete(
            nodes -> {
              batchesUnderWay = nodes.result().size();
              nodes.result().forEach(calls -> sendBatch(opened.result(), calls));
            });
  }

  /** The client sends a batch to one node only. */
  private Future<List<List<Call>>> byNode(RedisConnection on, List<Call> group) {
    if (!address.cluster()) {
      return Future.succeededFuture(List.of(group));
    }
    IdentityHashMap<Request, Call> calls = new IdentityHashMap<>();
    group.forEach(call -> calls.put(call.request(), call));
    return Future.succeededFuture(List.copyOf(calls.keySet()))
        .compose(RedisCluster.create(on)::groupByNodes)
        .map(
            nodes ->
                Stream.concat(nodes.getKeyed().stream(), nodes.getUnkeyed().stream().map(List::of))
                    .map(
                        requests ->
                            requests.stream().map(each -> requireNonNull(calls.get(each))).toList())
                    .toList())
        // A hash slot without a node fails its own shards only.
        .otherwise(unknown -> group.stream().map(List::of).toList());
  }

  /**
   * Sends the scripts and the WAIT in one write, so that all of it takes the same connection, and
   * the WAIT comes last.
   */
  private void sendBatch(RedisConnection on, List<Call> calls) {
    // The calls of one connection have the same time, because the ownership period is one setting.
    long millis = calls.stream().mapToLong(call -> call.millis).min().orElseThrow();
    long waitMillis = Math.max(1, millis * WAIT_PERCENT / 100);
    List<Request> requests = new ArrayList<>();
    calls.forEach(call -> requests.add(call.request()));
    requests.add(Request.cmd(Command.WAIT).arg(replicas).arg(waitMillis));
    batch(on, requests)
        .timeout(millis, TimeUnit.MILLISECONDS)
        .onComplete(
            done -> {
              try {
                batchDone(on, calls, done);
              } finally {
                if (--batchesUnderWay == 0) {
                  sendGroup();
                }
              }
            });
  }

  private Future<List<Response>> batch(RedisConnection on, List<Request> requests) {
    try {
      return on.batch(requests);
    } catch (RuntimeException noNode) {
      return Future.failedFuture(
          new StoreUnavailableException(
              "the client of Redis at " + address + " knows no node for a shard: " + noNode));
    }
  }

  private void batchDone(RedisConnection on, List<Call> calls, AsyncResult<List<Response>> done) {
    if (done.succeeded()) {
      answered(calls, done.result());
    } else {
      failed(calls, done.cause());
      line.judge(on, done.cause());
    }
  }

  private void answered(List<Call> calls, List<Response> answers) {
    int have = answers.get(calls.size()).toInteger();
    for (int each = 0; each < calls.size(); each++) {
      Promise<Response> answer = calls.get(each).answer;
      if (have < replicas && ScriptResults.is(answers.get(each), "OK")) {
        answer.tryFail(
            new StoreUnavailableException(
                have + " of " + replicas + " replicas of Redis at " + address + " have it"));
      } else {
        answer.tryComplete(answers.get(each));
      }
    }
  }

  /**
   * The client passes on no answer of a batch with a refusal in it. So scripts that were not
   * refused run again, in the next group, which each permits. Scripts that Redis has forgotten are
   * sent with their text.
   */
  private void failed(List<Call> calls, Throwable cause) {
    Map<Integer, String> refusals = refusals(cause);
    boolean waitRefused = refusals.containsKey(calls.size());
    for (int each = 0; each < calls.size(); each++) {
      Call call = calls.get(each);
      String refusal = refusals.get(each);
      boolean forgotten = refusal != null && refusal.contains("NOSCRIPT") && !call.withText;
      if (refusals.isEmpty() || waitRefused) {
        call.answer.tryFail(cause);
      } else if (refusal == null || forgotten) {
        call.withText |= forgotten;
        again.add(call);
      } else {
        call.answer.tryFail(RedisFailureDiagnosis.refused(refusal, address.toString()));
      }
    }
  }

  private static Map<Integer, String> refusals(Throwable cause) {
    Map<Integer, String> refusals = new HashMap<>();
    if (RedisFailureDiagnosis.answered(cause)) {
      Matcher each = REFUSAL.matcher(String.valueOf(cause.getMessage()));
      while (each.find()) {
        refusals.put(Integer.valueOf(each.group(1)), each.group(2));
      }
    }
    return refusals;
  }

  private static final class Call {
    final ScriptRun script;
    final long millis;
    final Promise<Response> answer;
    boolean withText;

    Call(ScriptRun script, long millis, Promise<Response> answer) {
      this.answer = answer;
      this.script = script;
      this.millis = millis;
    }

    Request request() {
      return script.request(withText);
    }

    boolean isOver() {
      return answer.future().isComplete();
    }
  }
}
