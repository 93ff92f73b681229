package io.tenure.loadtest.net;

/**
 * The limits of one connection.
 *
 * @param bytes on their way in, and as many out
 * @param messages that are not answered yet; a power of two
 */
public record LinkSize(int bytes, int messages) {

  public static final LinkSize DEEP = new LinkSize(1 << 18, 1 << 13);

  /** For thousands of connections. */
  public static final LinkSize SMALL = new LinkSize(1 << 12, 1 << 4);

  public LinkSize {
    if (Integer.bitCount(messages) != 1) {
      throw new IllegalArgumentException("messages: " + messages + " is no power of two");
    }
  }
}
