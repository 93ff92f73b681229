package io.tenure.core;

import io.tenure.core.memory.Arena;
import io.tenure.core.memory.IntColumn;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.TextIndex;
import java.nio.charset.StandardCharsets;

/** Stores each holder's name once, however many leases the holder has, and numbers the names. */
final class HolderPool {

  private final Arena arena;
  private final TextIndex index;
  private final IntColumn textOf = new IntColumn();
  private final IntColumn uses = new IntColumn();
  private final IntColumn nextFree = new IntColumn();
  private int numbers = 1;
  private int free;

  /**
   * The name used last. It saves searches, because a holder with many leases often comes many times
   * in succession.
   */
  private int lastNumber;

  private String last = "";

  HolderPool(Arena arena, SipHash hash) {
    this.arena = arena;
    this.index = new TextIndex(arena, hash, textOf::get);
  }

  int use(String name) {
    if (lastNumber == 0 || !last.equals(name)) {
      byte[] text = name.getBytes(StandardCharsets.UTF_8);
      int known = index.find(text);
      lastNumber = known != TextIndex.NONE ? known : add(text);
      last = name;
    }
    uses.set(lastNumber, uses.get(lastNumber) + 1);
    return lastNumber;
  }

  /** Returns the number of the name, or {@link TextIndex#NONE} when no holder has this name. */
  int number(String name) {
    return index.find(name.getBytes(StandardCharsets.UTF_8));
  }

  boolean has(String name) {
    return number(name) != TextIndex.NONE;
  }

  String get(int number) {
    if (number != lastNumber) {
      last = arena.text(textOf.get(number));
      lastNumber = number;
    }
    return last;
  }

  void drop(int number) {
    int left = uses.get(number) - 1;
    uses.set(number, left);
    if (left == 0) {
      index.remove(number);
      arena.free(textOf.get(number));
      nextFree.set(number, free);
      free = number;
      lastNumber = number == lastNumber ? 0 : lastNumber;
    }
  }

  private int add(byte[] text) {
    int number = free;
    if (number == 0) {
      number = numbers++;
    } else {
      free = nextFree.get(number);
    }
    textOf.set(number, arena.put(text));
    index.add(number);
    return number;
  }
}
