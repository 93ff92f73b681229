package io.tenure.door.http;

import io.netty.util.NetUtil;
import io.vertx.core.net.SocketAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open connections of one port on all loops: all of them, and those of each address. It
 * also counts refused connections, and reports them to the log. May be used from any thread.
 */
public final class ConnectionCount {

  /** The answer to a connection that comes. */
  enum Room {
    TAKEN,
    /** All connections that the port permits are open. */
    FULL,
    /** All connections that the port permits to this address are open. */
    FULL_FOR_ADDRESS
  }

  /** The time between two notices: the cause of a flood must not fill the log as well. */
  private static final long NOTICE_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final int IPV6_BYTES = 16;

  /** The bytes of an IPv6 address that say its network. One client may have all addresses there. */
  private static final int NETWORK_BYTES = 8;

  /** How IPv6 spells an IPv4 address: these bytes come before it. */
  private static final byte[] IPV4_FOLLOWS = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  private final HttpLimits.Connections limits;
  private final Consumer<String> notices;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<String, Integer> ofAddress = new ConcurrentHashMap<>();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong nextNoticeNanos = new AtomicLong(System.nanoTime());

  /** {@code notices} receives a sentence about refused connections, at most one in a minute. */
  public ConnectionCount(HttpLimits limits, Consumer<String> notices) {
    this.limits = limits.connections();
    this.notices = notices;
  }

  /** Returns the number of open connections. */
  public int open() {
    return open.get();
  }

  /** Returns the number of connections that were refused so far. */
  public long refused() {
    return refused.get();
  }

  /**
   * Returns the address for which a connection counts. All IPv6 addresses of one network count
   * together.
   */
  static String addressOf(@Nullable SocketAddress remote) {
    String host = remote == null ? null : remote.hostAddress();
    byte[] bytes = host == null ? null : NetUtil.createByteArrayFromIpAddressString(host);
    if (bytes == null || bytes.length < IPV6_BYTES) {
      return String.valueOf(host);
    }
    if (Arrays.equals(Arrays.copyOf(bytes, IPV4_FOLLOWS.length), IPV4_FOLLOWS)) {
      return NetUtil.bytesToIpAddress(Arrays.copyOfRange(bytes, IPV4_FOLLOWS.length, IPV6_BYTES));
    }
    byte[] network = Arrays.copyOf(Arrays.copyOf(bytes, NETWORK_BYTES), IPV6_BYTES);
    return NetUtil.bytesToIpAddress(network) + "/" + NETWORK_BYTES * Byte.SIZE;
  }

  /** Counts a connection of the address, if there is room for it. */
  Room enter(String address) {
    if (!add(address)) {
      return Room.FULL_FOR_ADDRESS;
    }
    if (open.getAndUpdate(all -> Math.min(all + 1, limits.all())) >= limits.all()) {
      remove(address);
      return Room.FULL;
    }
    return Room.TAKEN;
  }

  /**
   * Counts a connection of {@code comes} in exchange for one of {@code leaves}. Returns false when
   * there is no room for {@code comes} even then.
   */
  boolean exchange(String leaves, String comes) {
    boolean same = leaves.equals(comes);
    if (!same && !add(comes)) {
      return false;
    }
    if (!same) {
      remove(leaves);
    }
    return true;
  }

  void leave(String address) {
    open.decrementAndGet();
    remove(address);
  }

  /** Counts a refused connection, and reports it if no other was reported in this minute. */
  void refuse(String address, Room room) {
    refused.incrementAndGet();
    long now = System.nanoTime();
    long next = nextNoticeNanos.get();
    if (now - next >= 0 && nextNoticeNanos.compareAndSet(next, now + NOTICE_EVERY_NANOS)) {
      notices.accept(room == Room.FULL ? full() : fullFor(address));
    }
  }

  private String fullFor(String address) {
    return String.format(
        Locale.ROOT,
        "refuses connections of %s: it has %,d open, as many as http.connections-per-address"
            + " permits",
        address,
        limits.ofAddress());
  }

  private String full() {
    Map.Entry<String, Integer> most =
        ofAddress.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(Map.entry("", 0));
    return String.format(
        Locale.ROOT,
        "refuses connections: %,d are open, as many as http.connections permits; %,d of them"
            + " from %s",
        open.get(),
        most.getValue(),
        most.getKey());
  }

  private boolean add(String address) {
    boolean room = ofAddress.merge(address, 1, Integer::sum) <= limits.ofAddress();
    if (!room) {
      remove(address);
    }
    return room;
  }

  private void remove(String address) {
    ofAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
  }
}
