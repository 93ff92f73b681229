package io.tenure.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Keeps short texts (1 to 768 bytes) outside the garbage collector's care: in pages, each text
 * behind its length, freed blocks reused by size.
 */
final class Arena {

  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  /** Places are 32 bits: 4 GiB of texts. Some pages are kept back for whoever is at it. */
  private static final int PAGES_MAX = (1 << Integer.SIZE - PAGE_BITS) - 64;

  /** The longest text of all: a holder's name, of {@link Limits#HOLDER_CHARS_MAX} characters. */
  private static final int TEXT_BYTES_MAX = 3 * Limits.HOLDER_CHARS_MAX;

  /** A length from here on takes two bytes more. */
  private static final int LONG = 255;

  private byte[][] pages = new byte[4][];
  private int pageCount;
  private int used = PAGE;
  private final int[] freed = new int[block(TEXT_BYTES_MAX) + 1];

  /** Whether new texts have to be refused. */
  boolean full() {
    return pageCount >= PAGES_MAX;
  }

  /** Returns where the text lies; never 0. */
  int put(byte[] text) {
    int place = take(block(text.length));
    byte[] page = page(place);
    int at = offset(place);
    page[at] = (byte) Math.min(text.length, LONG);
    if (text.length >= LONG) {
      page[at + 1] = (byte) text.length;
      page[at + 2] = (byte) (text.length >>> 8);
    }
    System.arraycopy(text, 0, page, at + header(text.length), text.length);
    return place;
  }

  byte[] get(int place) {
    int length = length(place);
    int from = offset(place) + header(length);
    return Arrays.copyOfRange(page(place), from, from + length);
  }

  String text(int place) {
    int length = length(place);
    int from = offset(place) + header(length);
    return new String(page(place), from, length, StandardCharsets.UTF_8);
  }

  int touch(int place) {
    return page(place)[offset(place)];
  }

  boolean holds(int place, byte[] text) {
    return length(place) == text.length && startsWith(place, text);
  }

  boolean startsWith(int place, byte[] start) {
    int length = length(place);
    int from = offset(place) + header(length);
    return length >= start.length
        && Arrays.equals(page(place), from, from + start.length, start, 0, start.length);
  }

  boolean contains(int place, byte[] part) {
    if (part.length == 0) {
      return true;
    }
    byte[] page = page(place);
    int length = length(place);
    int from = offset(place) + header(length);
    for (int at = from; at <= from + length - part.length; at++) {
      if (page[at] == part[0] && Arrays.equals(page, at, at + part.length, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }

  long hash(SipHash hash, int place) {
    int length = length(place);
    return hash.of(page(place), offset(place) + header(length), length);
  }

  void free(int place) {
    int block = block(length(place));
    Bytes.writeInt(page(place), offset(place), freed[block]);
    freed[block] = place;
  }

  private int take(int block) {
    int place = freed[block];
    if (place != 0) {
      freed[block] = Bytes.readInt(page(place), offset(place));
      return place;
    }
    if (used + block > PAGE) {
      addPage();
    }
    place = (pageCount - 1) << PAGE_BITS | used;
    used += block;
    return place;
  }

  private void addPage() {
    if (pageCount == pages.length) {
      pages = Arrays.copyOf(pages, pageCount * 2);
    }
    pages[pageCount] = new byte[PAGE];
    used = pageCount == 0 ? 1 : 0;
    pageCount++;
  }

  private byte[] page(int place) {
    return pages[place >>> PAGE_BITS];
  }

  private static int offset(int place) {
    return place & PAGE - 1;
  }

  private int length(int place) {
    byte[] page = page(place);
    int at = offset(place);
    int length = page[at] & 0xff;
    return length < LONG ? length : page[at + 1] & 0xff | (page[at + 2] & 0xff) << 8;
  }

  private static int header(int length) {
    return length < LONG ? 1 : 3;
  }

  /** A freed block holds the place of the next one: four bytes. */
  private static int block(int length) {
    return Math.max(Integer.BYTES, header(length) + length);
  }
}
