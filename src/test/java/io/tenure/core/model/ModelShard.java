package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.Change;
import io.tenure.core.LeaseTable;
import io.tenure.core.ShardMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One shard under test: the table, its model, and a store that lags behind. */
final class ModelShard {

  /** With more ticks than this in a row, the table never comes to rest. */
  private static final int TICKS_MAX = 10_000;

  private final int number;
  private final Clients clients;
  private final Consumer<String> trace;
  private final SplittableRandom secrets;
  private List<Change> kept = new ArrayList<>();

  /** The change numbers at the ends of turns, because a store has only whole turns. */
  private List<Long> turns = new ArrayList<>();

  private List<Heard> parked = new ArrayList<>();
  private long epoch;
  private long auditor;
  private Recorder recorder = new Recorder();
  private NaiveLeases leases;
  private NaiveWatches watches;
  private CallJudge judge;
  private LeaseTable table;
  private List<Change> changes = new ArrayList<>();

  /** The number of changes that are in the journal already, because the journal was rewritten. */
  private int inKept;

  private @Nullable Rewriting rewriting;
  private final Limits limits;

  ModelShard(
      int number,
      Setting setting,
      Clients clients,
      Consumer<String> trace,
      SplittableRandom random) {
    this.number = number;
    this.clients = clients;
    this.trace = trace;
    this.limits = setting.limits();
    this.epoch = 1L + random.nextInt(200_000_000);
    this.secrets = random.split();
    leases = new NaiveLeases(number, limits, setting.startNanos());
    watches = new NaiveWatches(leases);
    judge = new CallJudge(leases, watches);
    table = new LeaseTable(number, limits, secrets::nextLong, recorder);
    start(List.of(), 0, setting.startNanos(), random);
  }

  int number() {
    return number;
  }

  NaiveLeases leases() {
    return leases;
  }

  /** The watcher that always watches all keys. */
  long auditor() {
    return auditor;
  }

  NaiveWatches watches() {
    return watches;
  }

  /** Restarts with a new owner, which recovers all acknowledged changes and perhaps more. */
  void restart(long nowNanos, SplittableRandom random) {
    List<Long> possible = new ArrayList<>(turns);
    possible.removeIf(each -> each < leases.settled);
    long until =
        possible.isEmpty() ? leases.settled : possible.get(random.nextInt(possible.size()));
    kept.addAll(changes.subList(inKept, (int) until));
    boolean compact = random.nextBoolean();
    if (compact) {
      kept = new ArrayList<>(Keeper.compacted(kept, random.nextLong()));
    }
    epoch += 1 + random.nextInt(3);
    trace.accept(number + " restart, kept " + until + (compact ? " compacted" : "") + " " + epoch);
    clients.ownerLost(number);
    start(kept, until, nowNanos, random);
  }

  private void start(List<Change> recovered, long until, long nowNanos, SplittableRandom random) {
    Claim claim = Claim.of(random);
    int micros = claim.microsOfSecond();
    leases = Recovery.rebuilt(leases, recovered, until, epoch, claim, nowNanos);
    watches = new NaiveWatches(leases);
    judge = new CallJudge(leases, watches);
    recorder = new Recorder();
    changes = new ArrayList<>();
    inKept = 0;
    rewriting = null;
    turns = new ArrayList<>();
    parked = new ArrayList<>();
    long quarantineMillis = claim.quarantineMillis();
    trace.accept(number + " opens: " + claim);
    leases.quarantine.begin(claim);
    Call call = judge.before(0, null, null);
    guarded(
        () -> {
          table = new LeaseTable(number, limits, secrets::nextLong, recorder);
          recovered.forEach(table::replay);
          table.enter(epoch, micros);
          table.quarantine(quarantineMillis);
          if (claim.doubtful()) {
            table.doubt(claim.ownershipMillis(), ModelRun.SHARDS);
          }
          table.open(nowNanos);
        });
    finish(call);
    auditor = clients.nextTicket();
    accept(nowNanos, auditor, new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW));
    settle(Long.MAX_VALUE);
  }

  @Nullable Reply accept(long nowNanos, long ticket, Request request) {
    trace.accept(number + " " + nowNanos + " ticket " + ticket + ": " + request);
    leases.clock.advance(nowNanos);
    Call call = judge.before(ticket, request, null);
    guarded(() -> table.accept(nowNanos, ticket, request));
    finish(call);
    return call.reply;
  }

  void hear(long nowNanos, ShardMessage message) {
    trace.accept(number + " " + nowNanos + " hears " + message);
    leases.clock.advance(nowNanos);
    Call call = judge.before(0, null, message);
    guarded(() -> table.hear(nowNanos, message));
    finish(call);
  }

  void renew(long nowNanos, LeaseId id, boolean session) {
    trace.accept(number + " " + nowNanos + " renews " + id + " " + session);
    leases.clock.advance(nowNanos);
    Call call = judge.beforePrimitive(id, session);
    long[] answer = new long[1];
    guarded(() -> answer[0] = primitive(nowNanos, id, session));
    finish(call);
    judge.afterPrimitive(call, id, answer[0], session);
  }

  private long primitive(long nowNanos, LeaseId id, boolean session) {
    int row = id.row();
    int generation = id.generation();
    return session
        ? table.keepAlive(nowNanos, row, generation, id.secretHigh(), id.secretLow())
        : table.renew(nowNanos, row, generation, id.secretHigh(), id.secretLow());
  }

  boolean tick(long nowNanos) {
    trace.accept(number + " " + nowNanos + " ticks");
    leases.clock.advance(nowNanos);
    Call call = judge.before(0, null, null);
    boolean[] more = new boolean[1];
    guarded(() -> more[0] = table.tick(nowNanos));
    finish(call);
    if (!more[0]) {
      judge.afterLastTick();
      Structure.check(table, leases, watches);
    }
    return more[0];
  }

  void tickUntilQuiet(long nowNanos) {
    int ticks = 0;
    while (tick(nowNanos)) {
      ticks++;
      unless(ticks < TICKS_MAX, "the table never rests");
    }
  }

  /** Makes all changes durable up to the end of a turn, at most up to {@code until}. */
  void settle(long until) {
    long settled = leases.settled;
    for (long turn : turns) {
      settled = turn <= until ? Math.max(settled, turn) : settled;
    }
    if (settled > leases.settled) {
      long place = settled;
      trace.accept(number + " settled " + place);
      leases.settled = place;
      turns.removeIf(each -> each < place);
      Call call = judge.before(0, null, null);
      guarded(() -> table.settled(place));
      finish(call);
    }
    release();
  }

  void enterNextEpoch(SplittableRandom random) {
    epoch += 1 + random.nextInt(2);
    trace.accept(number + " enters " + epoch);
    Call call = judge.before(0, null, null);
    int micros = Claim.of(random).microsOfSecond();
    guarded(() -> table.enter(epoch, micros));
    leases.numbers.enter(epoch, micros);
    if (leases.quarantine.entered()) {
      leases.numbers.resumable = leases.numbers.last;
    }
    finish(call);
  }

  /**
   * The store has lost everything, and gets it again in slices, while the rest of the shard goes
   * on.
   */
  void rewrite(SplittableRandom random) {
    if (rewriting == null) {
      rewriting = random.nextInt(4) == 0 ? new Rewriting() : null;
      return;
    }
    Rewriting present = rewriting;
    int records = 1 + random.nextInt(8);
    trace.accept(number + " writes anew " + records);
    boolean[] last = new boolean[1];
    guarded(() -> last[0] = present.advance(table, records));
    if (last[0]) {
      List<Change> history = new ArrayList<>(kept);
      history.addAll(changes.subList(inKept, changes.size()));
      guarded(
          () ->
              present.check(
                  table,
                  history,
                  random.nextLong(),
                  () -> new LeaseTable(number, limits, secrets::nextLong, new Recorder())));
      settle(Long.MAX_VALUE);
      kept = new ArrayList<>(present.written());
      inKept = changes.size();
      rewriting = null;
    }
  }

  private void guarded(Runnable turn) {
    try {
      turn.run();
    } catch (Disagreement disagreement) {
      throw disagreement;
    } catch (RuntimeException | Error thrown) {
      StackTraceElement[] at = thrown.getStackTrace();
      throw new Disagreement("threw " + thrown + (at.length > 0 ? " at " + at[0] : ""), thrown);
    }
  }

  private void finish(Call call) {
    List<Heard> said = recorder.take();
    for (Heard each : said) {
      trace.accept("    " + each);
      if (each instanceof Heard.Changed changed) {
        changes.add(changed.change());
        if (rewriting != null) {
          rewriting.changed(changed.change());
        }
      }
    }
    judge.walk(call, said);
    judge.after(call);
    if (recorder.places() > leases.settled
        && (turns.isEmpty() || turns.get(turns.size() - 1) < recorder.places())) {
      turns.add(recorder.places());
    }
    clients.overheard(call, said, number);
    for (Heard each : said) {
      if (each instanceof Heard.Replied || each instanceof Heard.Told) {
        parked.add(each);
      }
    }
    release();
  }

  /**
   * Delivers the output that waits for no change that is not durable; relaxed, replies do not wait.
   */
  private void release() {
    for (int at = 0; at < parked.size(); at++) {
      Heard each = parked.get(at);
      long behind =
          each instanceof Heard.Replied replied ? replied.behind() : ((Heard.Told) each).behind();
      boolean early = clients.relaxed() && each instanceof Heard.Replied;
      if (early || behind <= leases.settled) {
        clients.receive(number, each);
        parked.remove(at--);
      }
    }
  }
}
