package io.tenure.door;

import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The program that asks for something, and the protocol by which it does.
 *
 * @param address null where it is not one program alone
 */
public record Caller(Protocol protocol, @Nullable SocketAddress address) {

  /** The languages in which callers speak to the server. */
  public enum Protocol {
    HTTP,
    STREAM,
    /** The pages for operators. */
    PAGES,
    /** The server itself, on behalf of all that it serves. */
    NONE
  }

  /** The server itself. */
  public static final Caller SERVER = new Caller(Protocol.NONE, null);

  /** The pages for operators, which ask once for all that are open. */
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

  /** As the audit has it; empty without an address. */
  public String from() {
    return address == null ? "" : address.toString();
  }
}
