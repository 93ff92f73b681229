package io.tenure.loadtest.peer;

/** Who was to be compared is not installed: no fault of anybody, and the only one that is none. */
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
