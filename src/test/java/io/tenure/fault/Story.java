package io.tenure.fault;

import io.tenure.api.EndReason;
import io.tenure.fault.Operation.Verb;
import org.jspecify.annotations.Nullable;

/**
 * Writes a history in milliseconds: each sentence is one operation, sent at one instant and done at
 * another. Small tokens belong to epoch 0, {@link #EPOCH} and more to the epochs after it.
 */
final class Story {

  static final long EPOCH = 1L << 22;

  final History history = new History();
  private String server = "a";

  /** The server that answers from here on. */
  Story by(String answering) {
    server = answering;
    return this;
  }

  Story granted(String key, long token, long sent, long done, long validFor) {
    return granted(key, "request-" + token, token, sent, done, validFor, false);
  }

  Story grantedAgain(String key, String id, long token, long sent, long done, long validFor) {
    return granted(key, id, token, sent, done, validFor, true);
  }

  /** A new grant for a request that may have been granted another lease before. */
  Story grantedAnew(String key, String id, long token, long sent, long done, long validFor) {
    return granted(key, id, token, sent, done, validFor, false);
  }

  /** A grant under another leaseId than {@link #granted} gives. */
  Story grantedAnother(String key, long token, long sent, long done, long validFor) {
    Told told = new Told.Granted("another-" + token, 0, token, validFor, validFor, false);
    return add(Verb.ACQUIRE, key, 0, "another-" + token, sent, done, told);
  }

  Story renewed(String key, long token, long sent, long done, long validFor) {
    return add(Verb.RENEW, key, token, null, sent, done, new Told.Renewed(token, validFor));
  }

  /** The keep-alive of its session extends the lease. */
  Story kept(String key, long token, long sent, long done, long validFor) {
    return add(Verb.KEEP, key, token, null, sent, done, new Told.Renewed(token, validFor));
  }

  Story over(String key, long token, long sent, long done, EndReason how) {
    return add(Verb.RENEW, key, token, null, sent, done, new Told.Over(how, 0, token));
  }

  Story missing(String key, long token, long sent, long done) {
    return add(Verb.RENEW, key, token, null, sent, done, new Told.Missing());
  }

  /** A grant without an answer. */
  Story grantLost(String key, String id, long sent, long done) {
    return add(Verb.ACQUIRE, key, 0, id, sent, done, new Told.Lost());
  }

  Story released(String key, long token, long sent, long done) {
    return add(Verb.RELEASE, key, token, null, sent, done, new Told.Released(token));
  }

  Story releaseLost(String key, long token, long sent, long done) {
    return add(Verb.RELEASE, key, token, null, sent, done, new Told.Lost());
  }

  Story consumed(String key, String id, long token, long sent, long done) {
    Told told = new Told.Consumed(EndReason.EXPIRED, token);
    return add(Verb.ACQUIRE, key, 0, id, sent, done, told);
  }

  Story held(String key, long token, long sent, long done) {
    return add(Verb.ACQUIRE, key, 0, null, sent, done, new Told.Held(token, 1));
  }

  Story raised(String fence, long token, long sent, long done) {
    return add(Verb.RAISE, fence, token, null, sent, done, new Told.Raised(token));
  }

  Story fenced(String fence, long token, long mark, long sent, long done) {
    return add(Verb.RAISE, fence, token, null, sent, done, new Told.Fenced(mark));
  }

  Story mark(String fence, long mark, long sent, long done) {
    return add(Verb.READ_MARK, fence, 0, null, sent, done, new Told.Mark(mark));
  }

  private Story granted(
      String key, String id, long token, long sent, long done, long validFor, boolean repeated) {
    Told told = new Told.Granted("lease-" + token, 0, token, validFor, validFor, repeated);
    return add(Verb.ACQUIRE, key, 0, id, sent, done, told);
  }

  private Story add(
      Verb verb, String key, long token, @Nullable String id, long sent, long done, Told told) {
    history.add(
        new Operation(
            verb, key, token, id, "holder", server, sent * 1_000_000, done * 1_000_000, told));
    return this;
  }
}
