package io.tenure.fault;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Request;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A naive lease server in memory and on one loop, without a queue. It answers correctly, or lies in
 * one way from time to time: load and history checker together must notice.
 */
final class ToyServer implements AutoCloseable {

  /** The errors of a broken server. */
  enum Lie {
    NONE,
    FORGETS_A_LEASE,
    GRANTS_A_HELD_KEY,
    EXPIRES_EARLY,
    REVIVES_WHAT_EXPIRED,
    REPEATS_A_TOKEN,
    GRANTS_A_USED_REQUEST,
    LOWERS_A_FENCE
  }

  private static final int LIES_ONE_IN = 5;

  /** A lease or a session. */
  private static final class Life {
    final String key;
    final LeaseId id;
    final long token;
    final long ttlMillis;
    long deadlineNanos;
    @Nullable EndReason end;

    Life(Request.Acquire request, LeaseId id, long token) {
      key = request.key().toString();
      this.id = id;
      this.token = token;
      ttlMillis = request.ttlMillis();
    }
  }

  private final Lie lie;
  private final NetServer server;
  private final Map<String, Life> held = new HashMap<>();
  private final Map<LeaseId, Life> lives = new HashMap<>();
  private final Map<String, Life> requests = new HashMap<>();
  private final Map<String, Long> fences = new HashMap<>();
  private long tokens = Story.EPOCH;
  private int chances;

  ToyServer(Vertx vertx, Lie lie) throws Exception {
    this.lie = lie;
    server = vertx.createNetServer().connectHandler(this::begin);
    server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }

  int port() {
    return server.actualPort();
  }

  @Override
  public void close() {
    server.close();
  }

  private void begin(NetSocket socket) {
    socket.handler(RecordParser.newDelimited("\n", line -> read(socket, line)));
    socket.write("hello toy#1\n");
  }

  /** Synchronized, because connections may live on several loops. */
  private synchronized void read(NetSocket socket, Buffer line) {
    List<String> words = AskedLine.words(line.toString());
    Told told = decide(AskedLine.parse(words.subList(1, words.size())));
    socket.write(words.get(0) + " " + ToldLine.spell(told) + "\n");
  }

  private Told decide(Request request) {
    if (request instanceof Request.Acquire acquire) {
      return acquire(acquire);
    } else if (request instanceof Request.Renew renew) {
      return new Told.Many(renew.leases().stream().map(this::renew).toList());
    } else if (request instanceof Request.Release release) {
      return release(release.lease());
    } else if (request instanceof Request.RaiseFence raise) {
      return raise(raise.fence(), raise.token());
    } else if (request instanceof Request.ReadFence read) {
      return new Told.Mark(fences.getOrDefault(read.fence(), 0L));
    }
    throw new IllegalArgumentException("not asked in these runs: " + request);
  }

  private Told acquire(Request.Acquire request) {
    Life before = requests.get(request.requestId());
    if (before != null) {
      expire(before);
      if (before.end == null) {
        return granted(before, true);
      } else if (!lies(Lie.GRANTS_A_USED_REQUEST)) {
        return new Told.Consumed(before.end, before.token);
      }
    }
    Life holder = held.get(request.key().toString());
    if (holder != null) {
      expire(holder);
    }
    if (holder != null && holder.end == null && !lies(Lie.GRANTS_A_HELD_KEY)) {
      return new Told.Held(holder.token, remainingMillis(holder));
    }
    long token = lies(Lie.REPEATS_A_TOKEN) && holder != null ? holder.token : ++tokens;
    Life life = new Life(request, new LeaseId(0, lives.size(), 0, token, chances), token);
    life.deadlineNanos = System.nanoTime() + life.ttlMillis * 1_000_000;
    held.put(life.key, life);
    lives.put(life.id, life);
    requests.put(request.requestId(), life);
    return granted(life, false);
  }

  private Told renew(LeaseId id) {
    if (lies(Lie.FORGETS_A_LEASE)) {
      lives.remove(id);
    }
    Life life = lives.get(id);
    if (life == null) {
      return new Told.Missing();
    }
    expire(life);
    if (life.end == EndReason.EXPIRED && lies(Lie.REVIVES_WHAT_EXPIRED)) {
      life.end = null;
    }
    if (life.end != null) {
      return new Told.Over(life.end, 0, life.token);
    }
    life.deadlineNanos = System.nanoTime() + life.ttlMillis * 1_000_000;
    return new Told.Renewed(life.token, life.ttlMillis);
  }

  private Told release(LeaseId id) {
    Life life = lives.get(id);
    if (life == null) {
      return new Told.Missing();
    }
    expire(life);
    if (life.end == EndReason.EXPIRED) {
      return new Told.Over(life.end, 0, life.token);
    }
    life.end = EndReason.RELEASED;
    return new Told.Released(life.token);
  }

  private Told raise(String fence, long token) {
    long mark = fences.getOrDefault(fence, 0L);
    if (token < mark && lie != Lie.LOWERS_A_FENCE) {
      return new Told.Fenced(mark);
    }
    fences.put(fence, lies(Lie.LOWERS_A_FENCE) ? token - 1 : token);
    return new Told.Raised(token);
  }

  private void expire(Life life) {
    long earlyNanos = lie == Lie.EXPIRES_EARLY ? life.ttlMillis * 700_000 : 0;
    if (life.end == null && System.nanoTime() - life.deadlineNanos + earlyNanos >= 0) {
      life.end = EndReason.EXPIRED;
    }
  }

  private static Told granted(Life life, boolean repeated) {
    long left = repeated ? remainingMillis(life) : life.ttlMillis;
    return new Told.Granted(life.id.text(), 0, life.token, life.ttlMillis, left, repeated);
  }

  private static long remainingMillis(Life life) {
    return (life.deadlineNanos - System.nanoTime()) / 1_000_000;
  }

  private boolean lies(Lie asked) {
    return lie == asked && ++chances % LIES_ONE_IN == 0;
  }
}
