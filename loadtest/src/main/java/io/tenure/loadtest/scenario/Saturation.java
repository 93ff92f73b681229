package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.Said;
import java.util.List;

/**
 * Saturates a server: each answer is followed by the next request. For throughput and its cost,
 * never for latency.
 */
final class Saturation {

  private final Engine engine;
  private final List<Link> links;
  private final int inFlight;
  private final Work work;
  private final int batch;
  private final int messages;
  private final int stride;
  private int message;
  private long done;
  private boolean over = true;
  private boolean thirsty;

  /** All messages of {@code batch} renewals, in a random order. */
  Saturation(Engine engine, List<Link> links, int inFlight, Work work, int batch) {
    this.engine = engine;
    this.links = links;
    this.inFlight = inFlight;
    this.work = work;
    this.batch = batch;
    messages = work.peer().messages(batch);
    stride = Stride.over(messages);
  }

  long done() {
    return done;
  }

  void forget() {
    done = 0;
  }

  void run(long nanos) {
    engine.tell(this::answered);
    over = false;
    thirsty = true;
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < nanos) {
      if (thirsty) {
        quench();
      }
      engine.turn();
    }
    over = true;
  }

  void end() {
    engine.awaitAnswers();
    engine.tell(Answers.IGNORED);
  }

  private void quench() {
    thirsty = false;
    long now = System.nanoTime();
    for (int at = 0; at < links.size(); at++) {
      Link link = links.get(at);
      while (link.inFlight() < inFlight && sayNext(link, now)) {
        // As many as it takes.
      }
    }
  }

  private void answered(Link link, Said said, int hereDone, int hereRefused, long now) {
    done += hereDone;
    work.answered(said, batch, hereDone);
    if (!over && !sayNext(link, now)) {
      thirsty = true;
    }
  }

  private boolean sayNext(Link link, long now) {
    if (!link.say(message, now, now)) {
      return false;
    }
    message = Stride.next(message, stride, messages);
    return true;
  }
}
