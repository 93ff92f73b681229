package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.TextIndex;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a shard must not lose, as it stands after every change so far. {@link #replay} is its only
 * mutator, for normal work and for recovery alike; instants are not part of it.
 */
final class Ledger {

  final LeaseRows rows = new LeaseRows();
  final RequestIds requestIds;
  private final Arena arena;
  private final HolderPool holders;

  /** Finds exclusive leases; the holders of a key in another mode stand in its place. */
  private final TextIndex exclusive;

  private final Map<Key, KeyEntry> entries = new HashMap<>();
  private final Map<LeaseId, SessionLink> links = new LinkedHashMap<>();
  final LockDelays lockDelays = new LockDelays();
  final FenceTable fences = new FenceTable();
  private final int shard;
  private long largestToken;
  private int leases;
  private int sessions;

  /** {@code arena}: for all its texts. */
  Ledger(int shard, SipHash hash, Arena arena) {
    this.shard = shard;
    this.arena = arena;
    requestIds = new RequestIds(arena, hash);
    holders = new HolderPool(arena, hash);
    exclusive = new TextIndex(arena, hash, rows.keyText::get);
  }

  void replay(Change change) {
    if (change instanceof Change.Begin begin) {
      begin(begin.tenure());
    } else if (change instanceof Change.End end) {
      if (lives(end.row(), end.token())) {
        end(end);
      }
    } else if (change instanceof Change.Revalue revalue) {
      if (lives(revalue.row(), revalue.token())) {
        attributesFor(revalue.row()).value = revalue.value();
        remember(revalue.row(), revalue.requestId());
      }
    } else if (change instanceof Change.EndAfterGrace doom) {
      if (lives(doom.row(), doom.token())) {
        RareAttributes attributes = attributesFor(doom.row());
        attributes.graceMillis = doom.graceMillis();
        attributes.breakReason = doom.reason();
        rows.makeSpecial(doom.row());
        remember(doom.row(), doom.requestId());
      }
    } else if (change instanceof Change.Enrol enrol) {
      if (lives(enrol.row(), enrol.token())) {
        linkFor(rows.handle(shard, enrol.row())).guests = enrol.guests();
      }
    } else if (change instanceof Change.Forget forget) {
      if (ended(forget.row(), forget.token())) {
        clear(forget.row());
      }
    } else if (change instanceof Change.BeginLockDelay bar) {
      lockDelays.begin(entryFor(bar.key()), bar.millis());
    } else if (change instanceof Change.EndLockDelay unbar) {
      lockDelays.end(entryFor(unbar.key()));
    } else if (change instanceof Change.RaiseFence raise) {
      // mistake: lowered-fence
      fences.put(raise.fence(), raise.token());
    } else if (change instanceof Change.DropFence drop) {
      fences.drop(drop.fence());
    }
  }

  private boolean lives(int row, long token) {
    return row < rows.count() && rows.live(row) && rows.token(row) == token;
  }

  private boolean ended(int row, long token) {
    return row < rows.count() && rows.ended(row) && rows.token(row) == token;
  }

  /** A tenure that lives may be told again, as it stands now: see {@link SnapshotWriter}. */
  private void begin(Tenure tenure) {
    int row = tenure.row();
    rows.growTo(row + 1);
    if (rows.live(row)) {
      if (rows.token(row) != tenure.token()) {
        throw new IllegalStateException("slot " + row + " is taken");
      }
      vacate(row);
    }
    clear(row);
    largestToken = Math.max(largestToken, tenure.token());
    Key key = tenure.key();
    rows.begin(
        tenure, key == null ? LeaseRows.SESSION : LeaseRows.LEASE, RareAttributes.special(tenure));
    rows.holder.set(row, holders.use(tenure.holder()));
    for (int i = tenure.requestIds().size() - 1; i >= 0; i--) {
      requestIds.add(row, tenure.requestIds().get(i));
    }
    if (key == null) {
      sessions++;
      return;
    }
    leases++;
    rows.keyText.set(row, arena.put(key.utf8()));
    RareAttributes attributes = RareAttributes.needed(tenure) ? new RareAttributes(tenure) : null;
    rows.attributes(row, attributes);
    if (tenure.mode().kind() == Mode.Kind.EXCLUSIVE) {
      exclusive.add(row);
    } else {
      entryFor(key).addHolder(row, tenure.slotNumber());
    }
    if (tenure.session() != null && attributes != null) {
      linkFor(tenure.session()).join(row, attributes);
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

  /** Whatever lives at {@code row} is no longer counted, found, or bound. */
  private void vacate(int row) {
    if (rows.isSession(row)) {
      sessions--;
      rows.attributes(row, null);
    } else {
      leases--;
      unlink(row);
    }
    holders.drop(rows.holder.get(row));
  }

  private void unlink(int row) {
    RareAttributes attributes = rows.attributes(row);
    if (attributes != null && attributes.link != null) {
      leave(attributes.link, row, attributes.linkIndex);
    }
    if (attributes == null || attributes.mode.kind() == Mode.Kind.EXCLUSIVE) {
      exclusive.remove(row);
    } else {
      entryFor(key(row)).removeHolder(row, attributes.slotNumber);
    }
    rows.attributes(row, null);
    arena.free(rows.keyText.get(row));
  }

  private void leave(SessionLink link, int row, int at) {
    int moved = link.leave(row, at);
    RareAttributes attributes = rows.attributes(moved);
    if (attributes != null) {
      attributes.linkIndex = at;
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

  /** No later tenure of this shard may have a token up to this one. */
  long largestToken() {
    return largestToken;
  }

  /**
   * Whether there is room for the texts of another tenure with so many requestIds; without those of
   * a key when that is null.
   */
  boolean hasRoom(@Nullable Key key, String holder, int ids) {
    return arena.hasRoom() || arena.hasRoom(textsOf(key, holder, ids));
  }

  /** Whether there is room for another requestId of a tenure that there is. */
  boolean hasRoomForId() {
    return arena.hasRoom() || arena.hasRoom(new int[] {RequestIds.SPELLED_BYTES});
  }

  private int[] textsOf(@Nullable Key key, String holder, int ids) {
    int[] lengths = new int[2 + ids];
    Arrays.fill(lengths, 0, ids, RequestIds.SPELLED_BYTES);
    int count = ids;
    if (key != null) {
      lengths[count++] = key.size();
    }
    if (!holders.has(holder)) {
      lengths[count++] = holder.getBytes(StandardCharsets.UTF_8).length;
    }
    return Arrays.copyOf(lengths, count);
  }

  /** Whether there is no room for another lock-delay, which outlives its lease. */
  boolean locksFull(int max) {
    return leases + lockDelays.count() >= max;
  }

  int leases() {
    return leases;
  }

  int sessions() {
    return sessions;
  }

  int findExclusive(Key key) {
    return exclusive.find(key.utf8());
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

  /** After recovery, in which a remembered tenure may have had a number that another holds now. */
  void tidy() {
    entries.values().removeIf(KeyEntry::empty);
    for (KeyEntry entry : entries.values()) {
      entry.numbers.clear();
      for (int at = 0; at < entry.holderCount(); at++) {
        int number = slotNumber(entry.holder(at));
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

  SessionLink linkFor(LeaseId session) {
    return links.computeIfAbsent(session, SessionLink::new);
  }

  @Nullable SessionLink findLink(LeaseId session) {
    return links.get(session);
  }

  /** The bond of the session at {@code row}, if it has one. */
  @Nullable SessionLink linkAt(int row) {
    return links.get(rows.handle(shard, row));
  }

  Iterable<SessionLink> links() {
    return links.values();
  }

  void drop(SessionLink link) {
    links.remove(link.session);
  }

  Key key(int row) {
    return Key.owning(arena.get(rows.keyText.get(row)));
  }

  /** Reads the beginning of whatever the end of the tenure at {@code row} will need. */
  long touch(int row) {
    if (!rows.live(row) || rows.isSession(row)) {
      return 0;
    }
    return rows.token(row) + rows.holder.get(row) + arena.touch(rows.keyText.get(row));
  }

  boolean keyStartsWith(int row, byte[] prefix) {
    return arena.startsWith(rows.keyText.get(row), prefix);
  }

  boolean keyContains(int row, byte[] part) {
    return arena.contains(rows.keyText.get(row), part);
  }

  /** By which the rows of a holder know it, or {@link TextIndex#NONE}. */
  int holderNumber(String name) {
    return holders.number(name);
  }

  String holder(int row) {
    return holders.get(rows.holder.get(row));
  }

  long sinceSeconds(int row) {
    return rows.since.get(row) & 0xffffffffL;
  }

  boolean bound(int row) {
    RareAttributes attributes = rows.attributes(row);
    return attributes != null && attributes.link != null;
  }

  Mode mode(int row) {
    RareAttributes attributes = rows.attributes(row);
    return attributes == null ? Mode.EXCLUSIVE : attributes.mode;
  }

  int slotNumber(int row) {
    RareAttributes attributes = rows.attributes(row);
    return attributes == null ? -1 : attributes.slotNumber;
  }

  @Nullable Value value(int row) {
    RareAttributes attributes = rows.attributes(row);
    return attributes == null ? null : attributes.value;
  }
}
