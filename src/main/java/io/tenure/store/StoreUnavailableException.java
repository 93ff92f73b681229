package io.tenure.store;

/**
 * Reports that a store did not do what a shard asked of it. The message tells an operator why. It
 * says nothing about the owner of the shard: the same call may be made again.
 */
public final class StoreUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoreUnavailableException(String line) {
    super(line, null, false, false);
  }
}
