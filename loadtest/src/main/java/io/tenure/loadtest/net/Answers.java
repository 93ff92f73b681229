package io.tenure.loadtest.net;

/** A listener for every answer. */
@FunctionalInterface
public interface Answers {

  Answers IGNORED = (link, said, done, refused, nowNanos) -> {};

  void answered(Link link, Said said, int done, int refused, long nowNanos);
}
