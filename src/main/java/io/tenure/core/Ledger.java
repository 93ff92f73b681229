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

  private final Map<Key, KeyEntry> places = new HashMap<>();
  private final Map<LeaseId, SessionLink> bonds = new LinkedHashMap<>();
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
      if (lives(end.slot(), end.token())) {
        end(end);
      }
    } else if (change instanceof Change.Revalue revalue) {
      if (lives(revalue.slot(), revalue.token())) {
        termsFor(revalue.slot()).value = revalue.value();
        remember(revalue.slot(), revalue.requestId());
      }
    } else if (change instanceof Change.Doom doom) {
      if (lives(doom.slot(), doom.token())) {
        RareAttributes attributes = termsFor(doom.slot());
        attributes.graceMillis = doom.graceMillis();
        attributes.breakReason = doom.reason();
        rows.makeSpecial(doom.slot());
        remember(doom.slot(), doom.requestId());
      }
    } else if (change instanceof Change.Enrol enrol) {
      if (lives(enrol.slot(), enrol.token())) {
        bond(rows.handle(shard, enrol.slot())).guests = enrol.guests();
      }
    } else if (change instanceof Change.Forget forget) {
      if (ended(forget.slot(), forget.token())) {
        clear(forget.slot());
      }
    } else if (change instanceof Change.Bar bar) {
      lockDelays.bar(place(bar.key()), bar.millis());
    } else if (change instanceof Change.Unbar unbar) {
      lockDelays.lift(place(unbar.key()));
    } else if (change instanceof Change.RaiseFence raise) {
      // mistake: lowered-fence
      fences.put(raise.fence(), raise.token());
    } else if (change instanceof Change.DropFence drop) {
      fences.drop(drop.fence());
    }
  }

  private boolean lives(int slot, long token) {
    return slot < rows.count() && rows.live(slot) && rows.token(slot) == token;
  }

  private boolean ended(int slot, long token) {
    return slot < rows.count() && rows.ended(slot) && rows.token(slot) == token;
  }

  /** A tenure that lives may be told again, as it stands now: see {@link SnapshotWriter}. */
  private void begin(Tenure tenure) {
    int slot = tenure.slot();
    rows.growTo(slot + 1);
    if (rows.live(slot)) {
      if (rows.token(slot) != tenure.token()) {
        throw new IllegalStateException("slot " + slot + " is taken");
      }
      vacate(slot);
    }
    clear(slot);
    largestToken = Math.max(largestToken, tenure.token());
    Key key = tenure.key();
    rows.begin(
        tenure, key == null ? LeaseRows.SESSION : LeaseRows.LEASE, RareAttributes.special(tenure));
    rows.holder.set(slot, holders.use(tenure.holder()));
    for (int i = tenure.requestIds().size() - 1; i >= 0; i--) {
      requestIds.add(slot, tenure.requestIds().get(i));
    }
    if (key == null) {
      sessions++;
      return;
    }
    leases++;
    rows.keyText.set(slot, arena.put(key.utf8()));
    RareAttributes attributes = RareAttributes.needed(tenure) ? new RareAttributes(tenure) : null;
    rows.terms(slot, attributes);
    if (tenure.mode().kind() == Mode.Kind.EXCLUSIVE) {
      exclusive.add(slot);
    } else {
      place(key).addHolder(slot, tenure.slotNumber());
    }
    if (tenure.session() != null && attributes != null) {
      bond(tenure.session()).join(slot, attributes);
    }
  }

  private void end(Change.End end) {
    int slot = end.slot();
    remember(slot, end.requestId());
    SessionLink link = rows.isSession(slot) ? bondAt(slot) : null;
    if (link != null) {
      link.over = end.how();
    }
    vacate(slot);
    rows.end(slot, end.how(), end.remembered());
  }

  /** Whatever lives at {@code slot} is no longer counted, found, or bound. */
  private void vacate(int slot) {
    if (rows.isSession(slot)) {
      sessions--;
      rows.terms(slot, null);
    } else {
      leases--;
      unlink(slot);
    }
    holders.drop(rows.holder.get(slot));
  }

  private void unlink(int slot) {
    RareAttributes attributes = rows.terms(slot);
    if (attributes != null && attributes.link != null) {
      leave(attributes.link, slot, attributes.bondPlace);
    }
    if (attributes == null || attributes.mode.kind() == Mode.Kind.EXCLUSIVE) {
      exclusive.remove(slot);
    } else {
      place(key(slot)).removeHolder(slot, attributes.slotNumber);
    }
    rows.terms(slot, null);
    arena.free(rows.keyText.get(slot));
  }

  private void leave(SessionLink link, int slot, int at) {
    int moved = link.leave(slot, at);
    RareAttributes attributes = rows.terms(moved);
    if (attributes != null) {
      attributes.bondPlace = at;
    }
  }

  private void clear(int slot) {
    requestIds.forgetAll(slot);
    rows.clear(slot);
  }

  private void remember(int slot, @Nullable String spelled) {
    if (spelled != null) {
      requestIds.add(slot, spelled);
    }
  }

  private RareAttributes termsFor(int slot) {
    RareAttributes attributes = rows.terms(slot);
    if (attributes == null) {
      attributes = new RareAttributes();
      rows.terms(slot, attributes);
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

  @Nullable KeyEntry placeOf(Key key) {
    return places.get(key);
  }

  KeyEntry place(Key key) {
    return places.computeIfAbsent(key, KeyEntry::new);
  }

  Iterable<KeyEntry> places() {
    return places.values();
  }

  /** After recovery, in which a remembered tenure may have had a number that another holds now. */
  void tidy() {
    places.values().removeIf(KeyEntry::empty);
    for (KeyEntry entry : places.values()) {
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
    KeyEntry entry = places.get(key);
    if (entry != null && entry.empty()) {
      places.remove(key);
    }
  }

  SessionLink bond(LeaseId session) {
    return bonds.computeIfAbsent(session, SessionLink::new);
  }

  @Nullable SessionLink bondOf(LeaseId session) {
    return bonds.get(session);
  }

  /** The bond of the session at {@code slot}, if it has one. */
  @Nullable SessionLink bondAt(int slot) {
    return bonds.get(rows.handle(shard, slot));
  }

  Iterable<SessionLink> bonds() {
    return bonds.values();
  }

  void drop(SessionLink link) {
    bonds.remove(link.session);
  }

  Key key(int slot) {
    return Key.owning(arena.get(rows.keyText.get(slot)));
  }

  /** Reads the beginning of whatever the end of the tenure at {@code slot} will need. */
  long touch(int slot) {
    if (!rows.live(slot) || rows.isSession(slot)) {
      return 0;
    }
    return rows.token(slot) + rows.holder.get(slot) + arena.touch(rows.keyText.get(slot));
  }

  boolean keyStartsWith(int slot, byte[] prefix) {
    return arena.startsWith(rows.keyText.get(slot), prefix);
  }

  boolean keyContains(int slot, byte[] part) {
    return arena.contains(rows.keyText.get(slot), part);
  }

  /** By which the slots of a holder know it, or {@link TextIndex#NONE}. */
  int holderNumber(String name) {
    return holders.number(name);
  }

  String holder(int slot) {
    return holders.get(rows.holder.get(slot));
  }

  long sinceSeconds(int slot) {
    return rows.since.get(slot) & 0xffffffffL;
  }

  boolean bound(int slot) {
    RareAttributes attributes = rows.terms(slot);
    return attributes != null && attributes.link != null;
  }

  Mode mode(int slot) {
    RareAttributes attributes = rows.terms(slot);
    return attributes == null ? Mode.EXCLUSIVE : attributes.mode;
  }

  int slotNumber(int slot) {
    RareAttributes attributes = rows.terms(slot);
    return attributes == null ? -1 : attributes.slotNumber;
  }

  @Nullable Value value(int slot) {
    RareAttributes attributes = rows.terms(slot);
    return attributes == null ? null : attributes.value;
  }
}
