package io.tenure.core;

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

  final Slots slots = new Slots();
  final Requests requests;
  private final Arena arena;
  private final Names holders;

  /** Finds exclusive leases; the holders of a key in another mode stand in its place. */
  private final Index exclusive;

  private final Map<Key, Place> places = new HashMap<>();
  private final Map<Handle, Bond> bonds = new LinkedHashMap<>();
  final Bars bars = new Bars();
  final Marks fences = new Marks();
  private final int shard;
  private long largestToken;
  private int leases;
  private int sessions;

  /** {@code arena}: for all its texts. */
  Ledger(int shard, SipHash hash, Arena arena) {
    this.shard = shard;
    this.arena = arena;
    requests = new Requests(arena, hash);
    holders = new Names(arena, hash);
    exclusive = new Index(arena, hash, slots.keyText::get);
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
        Terms terms = termsFor(doom.slot());
        terms.graceMillis = doom.graceMillis();
        terms.breakReason = doom.reason();
        slots.makeSpecial(doom.slot());
        remember(doom.slot(), doom.requestId());
      }
    } else if (change instanceof Change.Enrol enrol) {
      if (lives(enrol.slot(), enrol.token())) {
        bond(slots.handle(shard, enrol.slot())).guests = enrol.guests();
      }
    } else if (change instanceof Change.Forget forget) {
      if (ended(forget.slot(), forget.token())) {
        clear(forget.slot());
      }
    } else if (change instanceof Change.Bar bar) {
      bars.bar(place(bar.key()), bar.millis());
    } else if (change instanceof Change.Unbar unbar) {
      bars.lift(place(unbar.key()));
    } else if (change instanceof Change.RaiseFence raise) {
      // mistake: lowered-fence
      fences.put(raise.fence(), raise.token());
    } else if (change instanceof Change.DropFence drop) {
      fences.drop(drop.fence());
    }
  }

  private boolean lives(int slot, long token) {
    return slot < slots.count() && slots.live(slot) && slots.token(slot) == token;
  }

  private boolean ended(int slot, long token) {
    return slot < slots.count() && slots.ended(slot) && slots.token(slot) == token;
  }

  /** A tenure that lives may be told again, as it stands now: see {@link Images}. */
  private void begin(Tenure tenure) {
    int slot = tenure.slot();
    slots.growTo(slot + 1);
    if (slots.live(slot)) {
      if (slots.token(slot) != tenure.token()) {
        throw new IllegalStateException("slot " + slot + " is taken");
      }
      vacate(slot);
    }
    clear(slot);
    largestToken = Math.max(largestToken, tenure.token());
    Key key = tenure.key();
    slots.begin(tenure, key == null ? Slots.SESSION : Slots.LEASE, Terms.special(tenure));
    slots.holder.set(slot, holders.use(tenure.holder()));
    for (int i = tenure.requestIds().size() - 1; i >= 0; i--) {
      requests.add(slot, tenure.requestIds().get(i));
    }
    if (key == null) {
      sessions++;
      return;
    }
    leases++;
    slots.keyText.set(slot, arena.put(key.utf8()));
    Terms terms = Terms.needed(tenure) ? new Terms(tenure) : null;
    slots.terms(slot, terms);
    if (tenure.mode().kind() == Mode.Kind.EXCLUSIVE) {
      exclusive.add(slot);
    } else {
      place(key).addHolder(slot, tenure.slotNumber());
    }
    if (tenure.session() != null && terms != null) {
      bond(tenure.session()).join(slot, terms);
    }
  }

  private void end(Change.End end) {
    int slot = end.slot();
    remember(slot, end.requestId());
    Bond bond = slots.isSession(slot) ? bondAt(slot) : null;
    if (bond != null) {
      bond.over = end.how();
    }
    vacate(slot);
    slots.end(slot, end.how(), end.remembered());
  }

  /** Whatever lives at {@code slot} is no longer counted, found, or bound. */
  private void vacate(int slot) {
    if (slots.isSession(slot)) {
      sessions--;
      slots.terms(slot, null);
    } else {
      leases--;
      unlink(slot);
    }
    holders.drop(slots.holder.get(slot));
  }

  private void unlink(int slot) {
    Terms terms = slots.terms(slot);
    if (terms != null && terms.bond != null) {
      leave(terms.bond, slot, terms.bondPlace);
    }
    if (terms == null || terms.mode.kind() == Mode.Kind.EXCLUSIVE) {
      exclusive.remove(slot);
    } else {
      place(key(slot)).removeHolder(slot, terms.slotNumber);
    }
    slots.terms(slot, null);
    arena.free(slots.keyText.get(slot));
  }

  private void leave(Bond bond, int slot, int at) {
    int moved = bond.leave(slot, at);
    Terms terms = slots.terms(moved);
    if (terms != null) {
      terms.bondPlace = at;
    }
  }

  private void clear(int slot) {
    requests.forgetAll(slot);
    slots.clear(slot);
  }

  private void remember(int slot, @Nullable String spelled) {
    if (spelled != null) {
      requests.add(slot, spelled);
    }
  }

  private Terms termsFor(int slot) {
    Terms terms = slots.terms(slot);
    if (terms == null) {
      terms = new Terms();
      slots.terms(slot, terms);
    }
    return terms;
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
    return arena.hasRoom() || arena.hasRoom(new int[] {Requests.SPELLED_BYTES});
  }

  private int[] textsOf(@Nullable Key key, String holder, int ids) {
    int[] lengths = new int[2 + ids];
    Arrays.fill(lengths, 0, ids, Requests.SPELLED_BYTES);
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
    return leases + bars.count() >= max;
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

  @Nullable Place placeOf(Key key) {
    return places.get(key);
  }

  Place place(Key key) {
    return places.computeIfAbsent(key, Place::new);
  }

  Iterable<Place> places() {
    return places.values();
  }

  /** After recovery, in which a remembered tenure may have had a number that another holds now. */
  void tidy() {
    places.values().removeIf(Place::empty);
    for (Place place : places.values()) {
      place.numbers.clear();
      for (int at = 0; at < place.holderCount(); at++) {
        int number = slotNumber(place.holder(at));
        if (number >= 0) {
          place.numbers.set(number);
        }
      }
    }
  }

  void tidy(Key key) {
    Place place = places.get(key);
    if (place != null && place.empty()) {
      places.remove(key);
    }
  }

  Bond bond(Handle session) {
    return bonds.computeIfAbsent(session, Bond::new);
  }

  @Nullable Bond bondOf(Handle session) {
    return bonds.get(session);
  }

  /** The bond of the session at {@code slot}, if it has one. */
  @Nullable Bond bondAt(int slot) {
    return bonds.get(slots.handle(shard, slot));
  }

  Iterable<Bond> bonds() {
    return bonds.values();
  }

  void drop(Bond bond) {
    bonds.remove(bond.session);
  }

  Key key(int slot) {
    return Key.owning(arena.get(slots.keyText.get(slot)));
  }

  /** Reads the beginning of whatever the end of the tenure at {@code slot} will need. */
  long touch(int slot) {
    if (!slots.live(slot) || slots.isSession(slot)) {
      return 0;
    }
    return slots.token(slot) + slots.holder.get(slot) + arena.touch(slots.keyText.get(slot));
  }

  boolean keyStartsWith(int slot, byte[] prefix) {
    return arena.startsWith(slots.keyText.get(slot), prefix);
  }

  boolean keyContains(int slot, byte[] part) {
    return arena.contains(slots.keyText.get(slot), part);
  }

  /** By which the slots of a holder know it, or {@link Index#NONE}. */
  int holderNumber(String name) {
    return holders.number(name);
  }

  String holder(int slot) {
    return holders.get(slots.holder.get(slot));
  }

  long sinceSeconds(int slot) {
    return slots.since.get(slot) & 0xffffffffL;
  }

  boolean bound(int slot) {
    Terms terms = slots.terms(slot);
    return terms != null && terms.bond != null;
  }

  Mode mode(int slot) {
    Terms terms = slots.terms(slot);
    return terms == null ? Mode.EXCLUSIVE : terms.mode;
  }

  int slotNumber(int slot) {
    Terms terms = slots.terms(slot);
    return terms == null ? -1 : terms.slotNumber;
  }

  @Nullable Value value(int slot) {
    Terms terms = slots.terms(slot);
    return terms == null ? null : terms.value;
  }
}
