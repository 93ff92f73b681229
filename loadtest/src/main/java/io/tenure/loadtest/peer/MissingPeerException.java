package io.tenure.loadtest.peer;

/**
 * Says that a peer of a comparison is not installed, which is not an error. Every other failure is
 * one.
 */
public final class MissingPeerException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String peer;

  MissingPeerException(String peer, String remedy) {
    super(peer + " is not installed; " + remedy);
    this.peer = peer;
  }

  public String peer() {
    return peer;
  }
}
