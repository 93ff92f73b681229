/**
 * Holds leases of a Tenure server from a Java program.
 *
 * <p>{@link io.tenure.client.TenureClient} is the entry point of programs on Reactor, and {@link
 * io.tenure.client.blocking.Leases} that of ordinary threads. A resource refuses stale holders with
 * a {@link io.tenure.client.guard.Fence}.
 *
 * <p>Programs cannot reach the packages that send requests, spell them as bytes and renew leases:
 * these may change with any release.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.tenure.client {
  requires com.fasterxml.jackson.core;
  requires java.net.http;
  requires transitive java.sql;
  requires transitive org.reactivestreams;
  requires transitive reactor.core;
  requires static transitive org.jspecify;

  exports io.tenure.api;
  exports io.tenure.client;
  exports io.tenure.client.blocking;
  exports io.tenure.client.calls;
  exports io.tenure.client.error;
  exports io.tenure.client.guard;
}
