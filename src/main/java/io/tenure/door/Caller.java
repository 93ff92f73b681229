package io.tenure.door;

import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The program that sends a request, with its address and its protocol.
 *
 * @param address null when the caller is not a single program
 */
public record Caller(Protocol protocol, @Nullable SocketAddress address) {

  /** The languages in which callers speak to the server. */
  public enum Protocol {
    HTTP,
    STREAM,
    /** The pages for operators. */
    PAGES,
    /** The server itself, on behalf of all its connections. */
    NONE
  }

  /** The server itself. */
  public static final Caller SERVER = new Caller(Protocol.NONE, null);

  /** The pages for operators. One request serves all open pages. */
  public static final Caller PAGES = new Caller(Protocol.PAGES, null);

  public static Caller http(SocketAddress address) {
    return new Caller(Protocol.HTTP, address);
  }

  public static Caller stream(SocketAddress address) {
    return new Caller(Protocol.STREAM, address);
  }

  public static Caller page(SocketAddress address) {
    return new Caller(Protocol.PAGES, address);
  }

  /** Returns the address as the audit writes it; empty without an address. */
  public String from() {
    return address == null ? "" : address.toString();
  }
}
