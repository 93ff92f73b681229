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
    LOWERS_A_FENCE,
    GRANTS_A_KEY_OF_A_SESSION
  }

  private static final int LIES_ONE_IN = 5;

  /** A lease or a session. */
  private static final class Life {
    final String key;
    final LeaseId id;
    final long token;
    final long ttlMillis;
    final @Nullable Life session;
    long deadlineNanos;
    @Nullable EndReason end;

    Life(String key, LeaseId id, long token, long ttlMillis, @Nullable Life session) {
      this.key = key;
      this.id = id;
      this.token = token;
      this.ttlMillis = ttlMillis;
      this.session = session;
      deadlineNanos = System.nanoTime() + ttlMillis * 1_000_000;
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
    } else if (request instanceof Request.OpenSession open) {
      return open(open);
    } else if (request instanceof Request.KeepAlive keepAlive) {
      return new Told.Many(List.of(renew(keepAlive.session())));
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
    Life session = request.session() == null ? null : lives.get(request.session());
    if (request.session() != null && session == null) {
      return new Told.Refused("SESSION_OVER", "");
    }
    Life holder = held.get(request.key().toString());
    if (holder != null) {
      expire(holder);
    }
    if (holder != null && holder.end == null && !overlooks(holder)) {
      return new Told.Held(holder.token, remainingMillis(holder));
    }
    long token = lies(Lie.REPEATS_A_TOKEN) && holder != null ? holder.token : ++tokens;
    Life life = new Life(request.key().toString(), nextId(), token, request.ttlMillis(), session);
    held.put(life.key, life);
    return begun(life, request.requestId());
  }

  private Told open(Request.OpenSession request) {
    Life before = requests.get(request.requestId());
    if (before != null) {
      return granted(before, true);
    }
    Life life = new Life("", nextId(), Told.SESSION_TOKEN, request.ttlMillis(), null);
    return begun(life, request.requestId());
  }

  private boolean overlooks(Life holder) {
    return lies(Lie.GRANTS_A_HELD_KEY)
        || holder.session != null && lies(Lie.GRANTS_A_KEY_OF_A_SESSION);
  }

  private LeaseId nextId() {
    return new LeaseId(0, lives.size(), 0, tokens, chances);
  }

  private Told begun(Life life, @Nullable String requestId) {
    lives.put(life.id, life);
    requests.put(requestId, life);
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
    if (life.session != null) {
      expire(life.session);
      life.end = life.end == null ? life.session.end : life.end;
      return;
    }
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
