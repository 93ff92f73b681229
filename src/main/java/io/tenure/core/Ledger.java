package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The durable state of a shard, after every change so far. {@link #replay} is its only mutator, for
 * normal work and for recovery alike. Instants are not part of the ledger.
 */
final class Ledger {

  final LeaseRows rows = new LeaseRows();
  final RequestIds requestIds;
  final TenureTexts texts;

  /** By key, the state of keys that have more than one exclusive lease. */
  private final Map<Key, KeyEntry> entries = new HashMap<>();

  private final Map<LeaseId, SessionLink> links = new LinkedHashMap<>();
  final LockDelays lockDelays = new LockDelays();
  final FenceTable fences = new FenceTable();
  private final Mutations mutations = new Mutations();
  private final int shard;
  private long largestToken;
  private int leases;
  private int sessions;

  /** {@code arena} stores all texts of the ledger. */
  Ledger(int shard, SipHash hash, Arena arena) {
    this.shard = shard;
    requestIds = new RequestIds(arena, hash);
    texts = new TenureTexts(rows, hash, arena);
  }

  void replay(Change change) {
    change.accept(mutations);
  }

  /** Applies each change to the ledger. No other code changes durable state. */
  private final class Mutations implements Change.Visitor {

    @Override
    public void begin(Change.Begin begin) {
      Ledger.this.begin(begin.tenure(), begin.sessionTtlMillis());
    }

    @Override
    public void revalue(Change.Revalue revalue) {
      if (lives(revalue.row(), revalue.token())) {
        attributesFor(revalue.row()).value = revalue.value();
        remember(revalue.row(), revalue.requestId());
      }
    }

    @Override
    public void endAfterGrace(Change.EndAfterGrace end) {
      if (lives(end.row(), end.token())) {
        RareAttributes attributes = attributesFor(end.row());
        attributes.graceMillis = end.graceMillis();
        attributes.breakReason = end.reason();
        rows.makeSpecial(end.row());
        remember(end.row(), end.requestId());
      }
    }

    @Override
    public void enrol(Change.Enrol enrol) {
      if (lives(enrol.row(), enrol.token())) {
        linkFor(rows.id(shard, enrol.row())).guests = enrol.guests();
      }
    }

    @Override
    public void end(Change.End end) {
      if (lives(end.row(), end.token())) {
        Ledger.this.end(end);
      }
    }

    @Override
    public void forget(Change.Forget forget) {
      if (ended(forget.row(), forget.token())) {
        clear(forget.row());
      }
    }

    @Override
    public void beginLockDelay(Change.BeginLockDelay begin) {
      lockDelays.begin(entryFor(begin.key()), begin.millis());
    }

    @Override
    public void endLockDelay(Change.EndLockDelay end) {
      lockDelays.end(entryFor(end.key()));
    }

    @Override
    public void raiseFence(Change.RaiseFence raise) {
      // mistake: lowered-fence
      fences.put(raise.fence(), raise.token());
    }

    @Override
    public void dropFence(Change.DropFence drop) {
      fences.drop(drop.fence());
    }
  }

  private boolean lives(int row, long token) {
    return row < rows.count() && rows.live(row) && rows.token(row) == token;
  }

  private boolean ended(int row, long token) {
    return row < rows.count() && rows.ended(row) && rows.token(row) == token;
  }

  /**
   * Begins a tenure. The beginning of a living tenure may be reported again, with its present
   * state: see {@link SnapshotWriter}.
   */
  private void begin(TenureImage tenure, long sessionTtlMillis) {
    int row = tenure.row();
    rows.growTo(row + 1);
    if (rows.live(row)) {
      if (rows.token(row) != tenure.token()) {
        throw new IllegalStateException("row " + row + " is taken");
      }
      vacate(row);
    }
    clear(row);
    largestToken = Math.max(largestToken, tenure.token());
    if (tenure instanceof TenureImage.Lease lease) {
      begin(lease.common(), LeaseRows.LEASE, RareAttributes.decideRenewals(lease));
      beginLease(row, lease, sessionTtlMillis);
    } else {
      begin(tenure.common(), LeaseRows.SESSION, false);
      sessions++;
    }
  }

  private void begin(TenureImage.Common tenure, int kind, boolean special) {
    int row = tenure.row();
    rows.begin(tenure, kind, special);
    texts.addHolder(row, tenure.holder());
    for (int i = tenure.requestIds().size() - 1; i >= 0; i--) {
      requestIds.add(row, tenure.requestIds().get(i));
    }
  }

  private void beginLease(int row, TenureImage.Lease lease, long sessionTtlMillis) {
    leases++;
    texts.addKey(row, lease.key());
    RareAttributes attributes = RareAttributes.areNeeded(lease) ? new RareAttributes(lease) : null;
    rows.attributes(row, attributes);
    if (lease.mode().kind() == Mode.Kind.EXCLUSIVE) {
      texts.addExclusive(row);
    } else {
      entryFor(lease.key()).addHolder(row, lease.slotNumber());
    }
    if (lease.session() != null && attributes != null) {
      SessionLink link = linkFor(lease.session());
      link.ttlMillis = Math.max(link.ttlMillis, sessionTtlMillis);
      attributes.link = link;
      attributes.linkIndex = link.join(row);
    }
  }

  private void end(Change.End end) {
    int row = end.row();
    remember(row, end.requestId());
    SessionLink link = rows.isSession(row) ? linkAt(row) : null;
    if (link != null) {
      link.over = end.how();
    }
    vacate(row);
    rows.end(row, end.how(), end.remembered());
  }

  /**
   * Removes the living tenure at {@code row} from the counts, the indexes and the link of its
   * session.
   */
  private void vacate(int row) {
    if (rows.isSession(row)) {
      sessions--;
      rows.attributes(row, null);
    } else {
      leases--;
      unlink(row);
    }
    texts.removeHolder(row);
  }

  private void unlink(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes != null && attributes.link != null) {
      leave(attributes.link, attributes.linkIndex);
    }
    if (attributes == null || attributes.mode.kind() == Mode.Kind.EXCLUSIVE) {
      texts.removeExclusive(row);
    } else {
      entryFor(texts.key(row)).removeHolder(row, attributes.slotNumber);
    }
    rows.attributes(row, null);
    texts.removeKey(row);
  }

  private void leave(SessionLink link, int index) {
    int moved = link.leave(index);
    RareAttributes attributes = rows.attributes(moved);
    if (attributes != null) {
      attributes.linkIndex = index;
    }
  }

  private void clear(int row) {
    requestIds.forgetAll(row);
    rows.clear(row);
  }

  private void remember(int row, @Nullable String spelled) {
    if (spelled != null) {
      requestIds.add(row, spelled);
    }
  }

  private RareAttributes attributesFor(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes == null) {
      attributes = new RareAttributes();
      rows.attributes(row, attributes);
    }
    return attributes;
  }

  /** Returns the largest token so far. Every later tenure of this shard must have a larger one. */
  long largestToken() {
    return largestToken;
  }

  /** Returns whether there is no room for another lock-delay, which lasts longer than its lease. */
  boolean locksFull(int max) {
    return leases + lockDelays.count() >= max;
  }

  int leases() {
    return leases;
  }

  int sessions() {
    return sessions;
  }

  @Nullable KeyEntry findEntry(Key key) {
    return entries.get(key);
  }

  KeyEntry entryFor(Key key) {
    return entries.computeIfAbsent(key, KeyEntry::new);
  }

  Iterable<KeyEntry> entries() {
    return entries.values();
  }

  /**
   * Removes empty entries and collects the slot numbers anew, after recovery. During recovery an
   * ended tenure may have had a slot number that another holder has now.
   */
  void tidy() {
    entries.values().removeIf(KeyEntry::empty);
    for (KeyEntry entry : entries.values()) {
      entry.numbers.clear();
      for (int at = 0; at < entry.holderCount(); at++) {
        int number = rows.slotNumber(entry.holder(at));
        if (number >= 0) {
          entry.numbers.set(number);
        }
      }
    }
  }

  void tidy(Key key) {
    KeyEntry entry = entries.get(key);
    if (entry != null && entry.empty()) {
      entries.remove(key);
    }
  }

  /** Returns the rows of the leases of the key, including leases that are over. */
  List<Integer> holders(Key key) {
    List<Integer> holders = new ArrayList<>();
    int exclusive = texts.findExclusive(key);
    if (exclusive != TextIndex.NONE) {
      holders.add(exclusive);
    }
    KeyEntry entry = entries.get(key);
    for (int at = 0; entry != null && at < entry.holderCount(); at++) {
      holders.add(entry.holder(at));
    }
    return holders;
  }

  SessionLink linkFor(LeaseId session) {
    return links.computeIfAbsent(session, SessionLink::new);
  }

  @Nullable SessionLink findLink(LeaseId session) {
    return links.get(session);
  }

  /** Returns the ttl of the session, or 0 when there is no session or its ttl is not known here. */
  long ttlMillis(@Nullable LeaseId session) {
    SessionLink link = session == null ? null : links.get(session);
    return link == null ? 0 : link.ttlMillis;
  }

  /** Returns the link of the session at {@code row}, if it has one. */
  @Nullable SessionLink linkAt(int row) {
    return links.get(rows.id(shard, row));
  }

  Iterable<SessionLink> links() {
    return links.values();
  }

  void drop(SessionLink link) {
    links.remove(link.session);
  }
}
