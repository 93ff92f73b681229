package io.tenure.client;

import io.tenure.client.error.TenureException;
import java.io.IOException;
import java.time.Duration;
import reactor.core.publisher.Flux;

/**
 * A holder in a process of its own, which can be stopped as a whole: says {@code write TOKEN} as
 * often as it may, and {@code lost} when it may not any more. Ends with its input.
 */
public final class SleepyHolder {

  static final String KEY = "sleepy";
  static final Duration TTL = Duration.ofSeconds(3);

  private SleepyHolder() {}

  public static void main(String[] words) throws IOException {
    TenureClient client = TenureClient.connect(words[0]);
    client
        .whileHeld(
            KEY,
            TTL,
            lease -> Flux.interval(Duration.ofMillis(5)).onBackpressureDrop().map(at -> lease))
        .subscribe(
            lease -> {
              // The first line of user code: it says what it is told, and nothing is told wrongly.
              boolean safe = lease.isSafe();
              System.out.println((safe ? "write " : "unsafe ") + lease.token());
            },
            thrown -> System.out.println("lost " + ((TenureException) thrown).code()));
    int ended = System.in.read();
    System.exit(ended < 0 ? 0 : 1);
  }
}
