package io.tenure.fault;

import io.tenure.api.Validity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All operations about one lease, in the order in which they were done. */
final class LeaseHistory {

  /** An interval of the holder's clock, both ends included. */
  record Span(long fromNanos, long untilNanos) {}

  final String key;
  final long token;
  final List<Operation> operations = new ArrayList<>();

  LeaseHistory(String key, long token) {
    this.key = key;
    this.token = token;
  }

  /** Whether this is the life of a session, which is told as a lease of its own. */
  boolean isSession() {
    return key.startsWith(SessionHolder.SESSIONS);
  }

  /** The first answer that reported the lease as alive. */
  Optional<Operation> firstGrant() {
    return operations.stream().filter(Operation::grants).findFirst();
  }

  /** The ttl of the request. */
  long ttlMillis() {
    return operations.stream()
        .filter(each -> each.told() instanceof Told.Granted)
        .mapToLong(each -> ((Told.Granted) each.told()).ttlMillis())
        .findFirst()
        .orElse(0);
  }

  /** The instant from which the holder had given up the lease, so that no exclusion is due. */
  long givenUpNanos() {
    return operations.stream()
        .filter(each -> each.verb() == Operation.Verb.RELEASE)
        .mapToLong(Operation::sentNanos)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * The latest instant until which an answer promised the lease. A request that was sent after the
   * answer {@code told} adds no promise to it.
   */
  long promisedUntilNanos(Operation told) {
    return operations.stream()
        .filter(each -> each.grants() && each.sentNanos() < told.doneNanos())
        .mapToLong(Operation::promisedUntilNanos)
        .max()
        .orElse(Long.MIN_VALUE);
  }

  /** The times at which the lease was certainly alive: from an answer to the end of its promise. */
  List<Span> alive() {
    return spans(false);
  }

  /** The times at which the holder believed in the lease: the same, less the safety margin. */
  List<Span> believed() {
    return spans(true);
  }

  /** All answers that reported its end. */
  Stream<Operation> ends() {
    return operations.stream()
        .filter(each -> each.told() instanceof Told.Over || each.told() instanceof Told.Released);
  }

  private List<Span> spans(boolean safely) {
    long end = givenUpNanos();
    List<Span> spans = new ArrayList<>();
    for (Operation each : operations) {
      if (each.grants()) {
        long validForMillis = each.validForMillis();
        long marginMillis =
            safely ? new Validity(validForMillis, validForMillis).safetyMillis() : 0;
        long until = Math.min(end, each.promisedUntilNanos() - marginMillis * 1_000_000);
        if (until > each.doneNanos()) {
          spans.add(new Span(each.doneNanos(), until));
        }
      }
    }
    return spans;
  }

  @Override
  public String toString() {
    return "token " + token;
  }
}
