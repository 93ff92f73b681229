package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.TextIndex;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Stores the keys and holders of tenures by row, and finds exclusive leases by their keys. */
final class TenureTexts {

  private final LeaseRows rows;
  private final Arena arena;
  private final HolderPool holders;
  private final TextIndex exclusive;

  TenureTexts(LeaseRows rows, SipHash hash, Arena arena) {
    this.rows = rows;
    this.arena = arena;
    holders = new HolderPool(arena, hash);
    exclusive = new TextIndex(arena, hash, rows.keyText::get);
  }

  void addHolder(int row, String holder) {
    rows.holder.set(row, holders.use(holder));
  }

  void removeHolder(int row) {
    holders.drop(rows.holder.get(row));
  }

  void addKey(int row, Key key) {
    rows.keyText.set(row, arena.put(key.utf8()));
  }

  void removeKey(int row) {
    arena.free(rows.keyText.get(row));
  }

  /** Adds the lease at {@code row} to the index, in which it is found by its key. */
  void addExclusive(int row) {
    exclusive.add(row);
  }

  void removeExclusive(int row) {
    exclusive.remove(row);
  }

  /** Returns the row of the exclusive lease of the key, or {@link TextIndex#NONE}. */
  int findExclusive(Key key) {
    return exclusive.find(key.utf8());
  }

  Key key(int row) {
    return Key.owning(arena.get(rows.keyText.get(row)));
  }

  boolean keyStartsWith(int row, byte[] prefix) {
    return arena.startsWith(rows.keyText.get(row), prefix);
  }

  boolean keyContains(int row, byte[] part) {
    return arena.contains(rows.keyText.get(row), part);
  }

  String holder(int row) {
    return holders.get(rows.holder.get(row));
  }

  /** Returns the number that represents the holder in its rows, or {@link TextIndex#NONE}. */
  int holderNumber(String holder) {
    return holders.number(holder);
  }

  /**
   * Loads the beginning of all memory that the end of the tenure at {@code row} will need into the
   * processor's cache. The result has no meaning.
   */
  long touch(int row) {
    if (!rows.live(row) || rows.isSession(row)) {
      return 0;
    }
    return rows.token(row) + rows.holder.get(row) + arena.touch(rows.keyText.get(row));
  }

  /**
   * Returns whether there is room for the texts of another tenure with this number of requestIds.
   * When {@code key} is null, no room for a key is needed.
   */
  boolean hasRoom(@Nullable Key key, String holder, int requestIds) {
    return arena.hasRoom() || arena.hasRoom(lengths(key, holder, requestIds));
  }

  /** Returns whether there is room for another requestId of an existing tenure. */
  boolean hasRoomForId() {
    return arena.hasRoom() || arena.hasRoom(new int[] {RequestIds.SPELLED_BYTES});
  }

  private int[] lengths(@Nullable Key key, String holder, int requestIds) {
    int[] lengths = new int[2 + requestIds];
    Arrays.fill(lengths, 0, requestIds, RequestIds.SPELLED_BYTES);
    int count = requestIds;
    if (key != null) {
      lengths[count++] = key.size();
    }
    if (!holders.has(holder)) {
      lengths[count++] = holder.getBytes(StandardCharsets.UTF_8).length;
    }
    return Arrays.copyOf(lengths, count);
  }
}
