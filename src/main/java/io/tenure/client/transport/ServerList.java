package io.tenure.client.transport;

import io.tenure.api.InvalidFieldException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where the servers are: an active one and those that stand by. One is asked until it fails, then
 * the next. May be used by any thread.
 */
public final class ServerList {

  private final List<URI> all;
  private final AtomicInteger present = new AtomicInteger();

  public ServerList(List<URI> all) {
    if (all.isEmpty()) {
      throw new InvalidFieldException(
          "address", "is missing; name a server such as http://127.0.0.1:7420");
    }
    this.all = List.copyOf(all);
  }

  public URI present() {
    return all.get(Math.floorMod(present.get(), all.size()));
  }

  /** Leads to the next, unless somebody else has been led there meanwhile. */
  public void left(URI server) {
    int at = present.get();
    if (all.get(Math.floorMod(at, all.size())).equals(server)) {
      present.compareAndSet(at, at + 1);
    }
  }

  @Override
  public String toString() {
    return String.join(", ", all.stream().map(URI::toString).toList());
  }
}
