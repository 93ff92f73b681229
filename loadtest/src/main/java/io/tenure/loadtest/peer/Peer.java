package io.tenure.loadtest.peer;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Said;

/** A server that renews something: the one port to all that are compared. */
public interface Peer extends AutoCloseable {

  String name();

  String version();

  ServerProcess process();

  /** Whether it is a Java, whose garbage can be counted. */
  boolean isJava();

  /** Makes what is to be renewed, so many of it. */
  void prepare(Engine engine, int leases);

  /**
   * For one more connection, to say messages of so many renewals, numbered below {@link #messages}.
   */
  Dialect dialect(int batch);

  int messages(int batch);

  /** How many renewals are in one of them. */
  default int renewals(int message, int batch) {
    return batch;
  }

  /** All that was in a message was done: for whoever can be asked later whether that is so. */
  default void acknowledged(Said said, int batch) {}

  @Override
  default void close() {
    process().close();
  }
}
