package io.tenure.server.config;

import io.tenure.api.InvalidFieldException;
import io.tenure.server.OpenedStore;
import java.nio.file.Path;

/**
 * The store of a server's leases, and how durable they are there.
 *
 * @param at {@link OpenedStore#EMBEDDED}, {@link OpenedStore#MEMORY}, or the address of a Redis
 * @param data the directory of what the server must find again; its Redis too, when that is its own
 * @param relaxed grants are answered before the store has kept them
 * @param replicas so many replicas of the Redis must have a grant before it is answered
 */
public record StoreOptions(StoreAddress at, Path data, boolean relaxed, int replicas) {

  static final int REPLICAS_MAX = 16;

  static final StoreOptions DEFAULT =
      new StoreOptions(OpenedStore.EMBEDDED, Path.of("data"), false, 0);

  public StoreOptions {
    if (replicas < 0 || replicas > REPLICAS_MAX) {
      throw new InvalidFieldException("replicas", "is " + replicas + "; use 0 to " + REPLICAS_MAX);
    }
    if (relaxed && replicas > 0) {
      throw new InvalidFieldException(
          "replicas", "is for strict durability; drop it, or drop relaxed");
    }
  }

  public StoreOptions(String address, Path data, boolean relaxed, int replicas) {
    this(StoreAddress.parse(address), data, relaxed, replicas);
  }

  /** The address without user and password. */
  public String address() {
    return at.shown();
  }

  /** Whether no other server can reach the store. */
  public boolean isOurs() {
    return at.redis() == null;
  }

  public StoreOptions withAddress(String other) {
    return new StoreOptions(other, data, relaxed, replicas);
  }

  public StoreOptions withData(Path directory) {
    return new StoreOptions(at, directory, relaxed, replicas);
  }

  public StoreOptions withRelaxed(boolean wanted) {
    return new StoreOptions(at, data, wanted, replicas);
  }

  public StoreOptions withReplicas(int count) {
    return new StoreOptions(at, data, relaxed, count);
  }
}
