package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the store keeps of one shard, by the rules of its port, and what it may lose. What servers
 * witnessed is remembered elsewhere: so a loss is found out.
 */
final class SimShelf {

  private static final int FOLD_FROM = 4_096;
  private static final int PASTS_MAX = 12;

  /** Before the first batch of an epoch. */
  private static final long NOWHERE = 0;

  /** All of it is lost together. */
  private record Head(
      long epoch,
      @Nullable String owner,
      @Nullable String server,
      boolean forEver,
      long ownedUntilNanos,
      long next,
      boolean clean,
      boolean torn,
      boolean doubt,
      long doubtUntilNanos,
      int keptSize) {}

  /** A copy that may be put back later. */
  record Backup(Object head, List<Change> kept) {}

  private static final Head EMPTY =
      new Head(0, null, null, false, 0, NOWHERE, true, false, false, 0, 0);

  private final boolean relaxed;
  private final boolean folds;
  private final ArrayDeque<Head> pasts = new ArrayDeque<>();
  private List<Change> kept = new ArrayList<>();
  private int foldAt = FOLD_FROM;
  private long epoch;
  private @Nullable String owner;
  private @Nullable String server;
  private boolean forEver;
  private long ownedUntilNanos;
  private long next;

  /** Its last owner left in order. */
  private boolean clean = true;

  /** Being written anew by whoever has it all in memory. */
  private boolean torn;

  /** Something was lost that nobody has in memory. */
  private boolean doubt;

  private long doubtUntilNanos;

  /** Of its own, each server's machine remembers. */
  private final Map<String, Long> epochs = new HashMap<>();

  private long knownEpoch;
  private long knownNext;
  private @Nullable String knownServer;
  private long promisedMillis;

  SimShelf(boolean relaxed, boolean folds) {
    this.relaxed = relaxed;
    this.folds = folds;
  }

  @Nullable String server() {
    return server;
  }

  /** While another owner's term runs. */
  LeaseStore.@Nullable Refused refusal(String by, long nowNanos) {
    boolean free = owner == null || owner.equals(by);
    return free || !forEver && nowNanos - ownedUntilNanos >= 0
        ? null
        : new LeaseStore.Refused("owned by " + owner);
  }

  /** Unless there is a {@link #refusal}. */
  LeaseStore.Claim claim(String by, String process, long epochMin, long termMillis, long nowNanos) {
    remember();
    boolean same = process.equals(server);
    if (lost()) {
      torn |= process.equals(knownServer);
      doubt |= !process.equals(knownServer);
    } else if (!same && (torn || relaxed && !clean)) {
      doubt = true;
    }
    String machine = process.substring(0, process.indexOf('.'));
    long witnessed = epochs.getOrDefault(machine, 0L);
    epoch = Math.max(Math.max(epoch, witnessed) + 1, epochMin);
    epochs.put(machine, epoch);
    owner = by;
    server = process;
    clean = false;
    next = NOWHERE;
    own(termMillis, nowNanos);
    witness();
    // An owner that the loss has made the store forget may go on renewing for as long as its term.
    long quarantineMillis = doubt || torn ? promisedMillis + termMillis + 1 : 0;
    doubtUntilNanos = nowNanos + quarantineMillis * Schedule.MILLI;
    return new LeaseStore.Claim(epoch, quarantineMillis);
  }

  /** Less is here than somebody knows was kept. */
  private boolean lost() {
    return epoch < knownEpoch || epoch == knownEpoch && next < knownNext;
  }

  private void own(long termMillis, long nowNanos) {
    forEver = termMillis == LeaseStore.FOR_EVER;
    ownedUntilNanos = nowNanos + termMillis * Schedule.MILLI;
  }

  private void witness() {
    knownEpoch = epoch;
    knownNext = next;
    knownServer = server;
  }

  private void mustBeAt(long asked) {
    if (epoch > asked) {
      throw new LeaseStore.Refused("the epoch moved on to " + epoch);
    }
    if (epoch < asked) {
      throw new LeaseStore.WentBackwards("the epoch is " + epoch);
    }
  }

  /** Every call of an owner says how far it knows to have been kept. */
  private void mustHaveAllThatIsKnownTo(String process) {
    if (process.equals(knownServer) && lost()) {
      throw new LeaseStore.WentBackwards("something is missing");
    }
  }

  private void mustBeOwnedBy(String by) {
    if (!by.equals(owner)) {
      throw new LeaseStore.Refused("owned by " + owner);
    }
  }

  void extend(String by, String process, long asked, long termMillis, long nowNanos) {
    mustBeAt(asked);
    mustBeOwnedBy(by);
    mustHaveAllThatIsKnownTo(process);
    own(termMillis, nowNanos);
    doubtIsOver(nowNanos);
  }

  private void doubtIsOver(long nowNanos) {
    if (doubt && nowNanos - doubtUntilNanos >= 0) {
      doubt = false;
    }
  }

  void leave(String by, String process, long asked, long nowNanos) {
    mustBeAt(asked);
    mustBeOwnedBy(by);
    mustHaveAllThatIsKnownTo(process);
    remember();
    doubtIsOver(nowNanos);
    owner = null;
    clean = true;
  }

  List<Change> load(long asked) {
    mustBeAt(asked);
    return folds ? Fold.of(kept) : List.copyOf(kept);
  }

  /** True when the batch was not kept before. */
  boolean append(String process, long asked, long first, List<Change> changes) {
    mustBeAt(asked);
    if (owner == null) {
      throw new LeaseStore.Refused("the owner has left");
    }
    // When a claim was lost, another one of the same second has the same epoch.
    if (asked == epoch && !process.equals(server)) {
      throw new LeaseStore.Refused("claimed by another with the same epoch");
    }
    if (next != NOWHERE && next == first + changes.size()) {
      return false;
    }
    mustHaveAllThatIsKnownTo(process);
    if (next != NOWHERE && next != first) {
      throw new LeaseStore.WentBackwards("expected change " + next + ", not " + first);
    }
    remember();
    next = first + changes.size();
    kept.addAll(changes);
    changes.forEach(this::promise);
    if (folds && kept.size() >= foldAt) {
      kept = new ArrayList<>(Fold.of(kept));
      foldAt = kept.size() * 2 + FOLD_FROM;
      pasts.clear();
    }
    witness();
    return true;
  }

  private void promise(Change change) {
    if (change instanceof Change.Begin begin) {
      long millis = Math.max(begin.tenure().ttlMillis(), begin.tenure().hardTtlMillis());
      promisedMillis = Math.max(promisedMillis, millis);
    }
  }

  void wipe(long asked) {
    mustBeAt(asked);
    kept = new ArrayList<>();
    foldAt = FOLD_FROM;
    pasts.clear();
    torn = true;
  }

  void whole(long asked) {
    mustBeAt(asked);
    remember();
    torn = false;
  }

  private Head head() {
    return new Head(
        epoch,
        owner,
        server,
        forEver,
        ownedUntilNanos,
        next,
        clean,
        torn,
        doubt,
        doubtUntilNanos,
        kept.size());
  }

  private void remember() {
    pasts.add(head());
    if (pasts.size() > PASTS_MAX) {
      pasts.remove();
    }
  }

  private void become(Head past, List<Change> changes) {
    epoch = past.epoch;
    owner = past.owner;
    server = past.server;
    forEver = past.forEver;
    ownedUntilNanos = past.ownedUntilNanos;
    next = past.next;
    clean = past.clean;
    torn = past.torn;
    doubt = past.doubt;
    doubtUntilNanos = past.doubtUntilNanos;
    kept = new ArrayList<>(changes.subList(0, past.keptSize));
    pasts.clear();
  }

  /** The last writes are gone. */
  void loseTail(Chance chance) {
    int back = pasts.isEmpty() ? 0 : 1 + chance.below(pasts.size());
    for (int times = 1; times < back; times++) {
      pasts.removeLast();
    }
    if (back > 0) {
      become(pasts.removeLast(), kept);
    }
  }

  void loseAll() {
    become(EMPTY, List.of());
  }

  Backup backUp() {
    return new Backup(head(), List.copyOf(kept));
  }

  void restore(Backup backup) {
    become((Head) backup.head, backup.kept);
  }
}
