package io.tenure.loadtest.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Drives many connections on one thread that never sleeps. So a delay comes from the server and not
 * from a timer. Messages of one turn leave together.
 */
public final class Engine implements AutoCloseable {

  /** Beyond 28,000 connections one address of the sender has no ports left. */
  private static final int PORTS_PER_ADDRESS = 20_000;

  public static final long PATIENCE_NANOS = 60_000_000_000L;

  private final Selector selector;
  private final List<Link> links = new ArrayList<>();
  private List<Link> dirty = new ArrayList<>();
  private List<Link> flushing = new ArrayList<>();

  private final BooleanSupplier halted;

  /** For short work. */
  public Engine() {
    this(() -> false);
  }

  /** {@code halted}: asked during long preparations, so that a user can end them. */
  public Engine(BooleanSupplier halted) {
    this.halted = halted;
    try {
      selector = Selector.open();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Reports the answers of every present connection to a listener, from now on. */
  public void tell(Answers who) {
    links.forEach(link -> link.tell(who));
  }

  public List<Link> links() {
    return links;
  }

  /** Opens so many connections of the same kind. */
  public List<Link> connect(int port, int count, Supplier<Dialect> dialect, LinkSize size) {
    List<Link> connected = new ArrayList<>();
    for (int each = 0; each < count; each++) {
      connected.add(connect(port, dialect.get(), size));
    }
    awaitGreetings();
    return connected;
  }

  /** Begins a conversation; {@link #awaitGreetings} waits until it has begun. */
  public Link connect(int port, Dialect dialect, LinkSize size) {
    try {
      SocketChannel channel = SocketChannel.open();
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      int address = 1 + links.size() / PORTS_PER_ADDRESS;
      channel.bind(new InetSocketAddress("127.0.0." + address, 0));
      channel.connect(new InetSocketAddress("127.0.0.1", port));
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      Link link = new Link(this, channel, key, dialect, size);
      key.attach(link);
      links.add(link);
      return link;
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot connect to port " + port, failed);
    }
  }

  public void awaitGreetings() {
    await("the servers' greetings", () -> links.stream().allMatch(Link::greeted));
  }

  /** Runs until every message is answered. */
  public void awaitAnswers() {
    await("the last answers", () -> links.stream().allMatch(link -> link.inFlight() == 0));
  }

  public void await(String what, BooleanSupplier comesTrue) {
    long begun = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      turn();
      if (System.nanoTime() - begun > PATIENCE_NANOS) {
        throw new IllegalStateException("waited in vain for " + what);
      }
    }
  }

  /** Sends the waiting messages, and reads the answers that have come. */
  public void turn() {
    try {
      flush();
      selector.selectNow(Engine::serve);
      flush();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Ends conversations, so that others can begin. */
  public void hangUp() {
    try {
      for (Link link : links) {
        link.close();
      }
      links.clear();
      dirty.clear();
      selector.selectNow();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public boolean halted() {
    return halted.getAsBoolean();
  }

  void dirty(Link link) {
    dirty.add(link);
  }

  private void flush() throws IOException {
    List<Link> now = dirty;
    dirty = flushing;
    flushing = now;
    for (int at = 0; at < now.size(); at++) {
      now.get(at).flush();
    }
    now.clear();
  }

  private static void serve(SelectionKey key) {
    Link link = (Link) key.attachment();
    try {
      if (key.isReadable()) {
        link.read();
      }
      if (key.isValid() && key.isWritable()) {
        link.flush();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    hangUp();
    try {
      selector.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
