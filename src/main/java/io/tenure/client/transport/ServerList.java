package io.tenure.client.transport;

import io.tenure.api.InvalidFieldException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The addresses of an active server and its standbys. One is asked until it fails, then the next.
 * May be used by any thread.
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

  List<URI> all() {
    return all;
  }

  public URI present() {
    return all.get(Math.floorMod(present.get(), all.size()));
  }

  /** Moves on to the next server, unless another thread has done so meanwhile. */
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
