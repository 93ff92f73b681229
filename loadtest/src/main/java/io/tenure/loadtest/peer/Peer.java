package io.tenure.loadtest.peer;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Said;

/** A server that renews something: the one interface to all compared servers. */
public interface Peer extends AutoCloseable {

  String name();

  String version();

  ServerProcess process();

  /** Whether it is a Java, with garbage that can be counted. */
  boolean isJava();

  /** Makes the leases, or their equivalent, that are to be renewed. */
  void prepare(Engine engine, int leases);

  /**
   * For one more connection, to send messages of so many renewals, numbered below {@link
   * #messages}.
   */
  Dialect dialect(int batch);

  int messages(int batch);

  /** The number of renewals in one message. */
  default int renewals(int message, int batch) {
    return batch;
  }

  /** Records that all renewals of a message were done, for a later check of the leases. */
  default void acknowledged(Said said, int batch) {}

  @Override
  default void close() {
    process().close();
  }
}
