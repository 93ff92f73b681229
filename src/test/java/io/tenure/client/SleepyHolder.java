package io.tenure.client;

import io.tenure.client.error.TenureException;
import java.io.IOException;
import java.time.Duration;
import reactor.core.publisher.Flux;

/**
 * A holder in its own process, which a test can stop completely. It prints {@code write TOKEN}
 * whenever it may write, and {@code lost} when it may not write any more. The process ends when its
 * input ends.
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
              // The first line of user code: it reports what the client reports, and no report is
              // wrong.
              boolean safe = lease.isSafe();
              System.out.println((safe ? "write " : "unsafe ") + lease.token());
            },
            thrown -> System.out.println("lost " + ((TenureException) thrown).code()));
    int ended = System.in.read();
    System.exit(ended < 0 ? 0 : 1);
  }
}
