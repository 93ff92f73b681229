package io.tenure.core.memory;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Stores short texts (1 to 768 bytes) in large pages, so that millions of texts are few objects.
 * This spares the garbage collector work. Each text follows its length. A freed block is used again
 * for a text of its size, and a page without texts is used again for texts of any size.
 */
public final class Arena {

  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  /** The most pages ever: addresses have 32 bits, which is 4 GiB of texts. */
  private static final int PAGES_EVER = 1 << Integer.SIZE - PAGE_BITS;

  /**
   * The pages that are reserved, when the arena is full, for the requestIds of existing tenures.
   */
  private static final int PAGES_RESERVED = 64;

  /** The longest text of all: a holder's name of 256 characters. */
  private static final int TEXT_BYTES_MAX = 3 * 256;

  /** The smallest length that takes two bytes more. */
  private static final int LONG = 255;

  /**
   * The offset of the next block in a freed block. Freed blocks form a list: each has its size (two
   * bytes), then the addresses of the next block and the one before.
   */
  private static final int NEXT_AT = 2;

  private static final int BEFORE_AT = NEXT_AT + Integer.BYTES;
  private static final int BLOCK_MIN = BEFORE_AT + Integer.BYTES;

  private final int pagesMax;
  private byte[][] pages = new byte[4][];

  /**
   * The part of each page that was ever given to a block. {@link #texts} counts the texts of each
   * page.
   */
  private int[] filled = new int[4];

  private int[] texts = new int[4];
  private int pageCount;

  /** The page that is being filled. */
  private int current;

  /** The pages without a text. */
  private final BitSet empty = new BitSet();

  /** By size, the first freed block; 0 when there is none. */
  private final int[] freed = new int[block(TEXT_BYTES_MAX) + 1];

  public Arena() {
    this(PAGES_EVER - PAGES_RESERVED);
  }

  /** Creates an arena that becomes full with {@code pagesMax} pages of 64 KiB. */
  public Arena(int pagesMax) {
    this.pagesMax = pagesMax;
    filled[0] = PAGE; // there is no page yet
  }

  /** Returns whether there is room for a few texts of any length. */
  public boolean hasRoom() {
    return pageCount < pagesMax;
  }

  /**
   * Returns whether there is room for texts of these lengths, which the caller puts next. May take
   * an empty page for them.
   */
  public boolean hasRoom(int[] lengths) {
    if (!hasRoom() && !fits(lengths) && !empty.isEmpty()) {
      nextPage();
    }
    return hasRoom() || fits(lengths);
  }

  /** Returns whether the texts fit together without another page. */
  private boolean fits(int[] lengths) {
    int room = PAGE - filled[current];
    for (int at = 0; at < lengths.length; at++) {
      int block = block(lengths[at]);
      int same = 1;
      for (int before = 0; before < at; before++) {
        same += block(lengths[before]) == block ? 1 : 0;
      }
      room -= hasFreed(block, same) ? 0 : block;
    }
    return room >= 0;
  }

  private boolean hasFreed(int block, int count) {
    int address = freed[block];
    for (int at = 1; at < count && address != 0; at++) {
      address = link(address, NEXT_AT);
    }
    return address != 0;
  }

  /** Stores the text, and returns its address, which is never 0. */
  public int put(byte[] text) {
    int address = take(block(text.length));
    byte[] page = page(address);
    int at = offset(address);
    page[at] = (byte) Math.min(text.length, LONG);
    if (text.length >= LONG) {
      page[at + 1] = (byte) text.length;
      page[at + 2] = (byte) (text.length >>> 8);
    }
    System.arraycopy(text, 0, page, at + header(text.length), text.length);
    if (texts[pageOf(address)]++ == 0) {
      empty.clear(pageOf(address));
    }
    return address;
  }

  public byte[] get(int address) {
    int length = length(address);
    int from = offset(address) + header(length);
    return Arrays.copyOfRange(page(address), from, from + length);
  }

  public String text(int address) {
    int length = length(address);
    int from = offset(address) + header(length);
    return new String(page(address), from, length, StandardCharsets.UTF_8);
  }

  public int touch(int address) {
    return page(address)[offset(address)];
  }

  boolean holds(int address, byte[] text) {
    return length(address) == text.length && startsWith(address, text);
  }

  public boolean startsWith(int address, byte[] start) {
    int length = length(address);
    int from = offset(address) + header(length);
    return length >= start.length
        && Arrays.equals(page(address), from, from + start.length, start, 0, start.length);
  }

  public boolean contains(int address, byte[] part) {
    if (part.length == 0) {
      return true;
    }
    byte[] page = page(address);
    int length = length(address);
    int from = offset(address) + header(length);
    for (int at = from; at <= from + length - part.length; at++) {
      if (page[at] == part[0] && Arrays.equals(page, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  long hash(SipHash hash, int address) {
    int length = length(address);
    return hash.of(page(address), offset(address) + header(length), length);
  }

  public void free(int address) {
    int block = block(length(address));
    int first = freed[block];
    byte[] page = page(address);
    int at = offset(address);
    page[at] = (byte) block;
    page[at + 1] = (byte) (block >>> 8);
    ByteIntegers.writeInt(page, at + NEXT_AT, first);
    ByteIntegers.writeInt(page, at + BEFORE_AT, 0);
    if (first != 0) {
      link(first, BEFORE_AT, address);
    }
    freed[block] = address;
    if (--texts[pageOf(address)] == 0) {
      empty.set(pageOf(address));
    }
  }

  private int take(int block) {
    int address = freed[block];
    if (address != 0) {
      unlink(address, block);
      return address;
    }
    if (filled[current] + block > PAGE) {
      nextPage();
    }
    address = current << PAGE_BITS | filled[current];
    filled[current] += block;
    return address;
  }

  private void unlink(int address, int block) {
    int next = link(address, NEXT_AT);
    int before = link(address, BEFORE_AT);
    if (before == 0) {
      freed[block] = next;
    } else {
      link(before, NEXT_AT, next);
    }
    if (next != 0) {
      link(next, BEFORE_AT, before);
    }
  }

  private void nextPage() {
    int again = empty.nextSetBit(0);
    if (again < 0) {
      addPage();
    } else {
      sweep(again);
      current = again;
    }
  }

  /**
   * Removes all blocks of this page, which are free, from their lists. The page is then filled
   * again.
   */
  private void sweep(int number) {
    byte[] page = pages[number];
    int at = start(number);
    while (at < filled[number]) {
      int block = page[at] & 0xff | (page[at + 1] & 0xff) << 8;
      unlink(number << PAGE_BITS | at, block);
      at += block;
    }
    filled[number] = start(number);
  }

  private void addPage() {
    if (pageCount == PAGES_EVER) {
      throw new IllegalStateException("no space is left for another text");
    }
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount * 2);
      filled = Arrays.copyOf(filled, pageCount * 2);
      texts = Arrays.copyOf(texts, pageCount * 2);
    }
    pages[pageCount] = new byte[PAGE];
    filled[pageCount] = start(pageCount);
    current = pageCount;
    pageCount++;
  }

  /**
   * Returns the first offset of a page that is used. No text has the address 0, which means none.
   */
  private static int start(int page) {
    return page == 0 ? 1 : 0;
  }

  private int link(int address, int which) {
    return ByteIntegers.readInt(page(address), offset(address) + which);
  }

  private void link(int address, int which, int to) {
    ByteIntegers.writeInt(page(address), offset(address) + which, to);
  }

  private static int pageOf(int address) {
    return address >>> PAGE_BITS;
  }

  private byte[] page(int address) {
    return pages[pageOf(address)];
  }

  private static int offset(int address) {
    return address & PAGE - 1;
  }

  private int length(int address) {
    byte[] page = page(address);
    int at = offset(address);
    int length = page[at] & 0xff;
    return length < LONG ? length : page[at + 1] & 0xff | (page[at + 2] & 0xff) << 8;
  }

  private static int header(int length) {
    return length < LONG ? 1 : 3;
  }

  /**
   * Returns the size of a block for a text and its length. A block is large enough for the links of
   * a freed block.
   */
  private static int block(int length) {
    return Math.max(BLOCK_MIN, header(length) + length);
  }
}
