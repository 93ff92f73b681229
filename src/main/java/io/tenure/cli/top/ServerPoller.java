package io.tenure.cli.top;

import io.tenure.client.ClientOptions;
import io.tenure.client.calls.HolderInfo;
import io.tenure.client.calls.KeyPage;
import io.tenure.client.calls.LeaseCalls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Polls a server again and again, and remembers the previous sample. */
public final class ServerPoller {

  private static final int PAGE = 500;

  /** A view for people need not walk through millions of keys at each sample. */
  private static final int KEYS_MAX = 20_000;

  private static final int SOONEST_MAX = 100;
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);
  private static final Comparator<HolderInfo> BY_REMAINING =
      Comparator.comparing(each -> each.remaining() == null ? ENDLESS : each.remaining());

  private final LeaseCalls calls;
  private final URI server;
  private final @Nullable String authorization;
  private final Duration timeout;
  private final String prefix;
  private final HttpClient http;
  private @Nullable MetricsReader before;
  private long beforeNanos;

  public ServerPoller(LeaseCalls calls, ClientOptions options, String prefix) {
    this.calls = calls;
    this.prefix = prefix;
    server = options.servers().get(0);
    authorization = options.authorization();
    timeout = options.timeout();
    http = HttpClient.newBuilder().connectTimeout(timeout).build();
  }

  public ServerSnapshot look() throws InterruptedException {
    PriorityQueue<HolderInfo> soonest = new PriorityQueue<>(BY_REMAINING.reversed());
    Duration answer = Duration.ZERO;
    String cursor = null;
    long keys = 0;
    do {
      long asked = System.nanoTime();
      KeyPage page = calls.keys(prefix, cursor, PAGE).blockOptional().orElseThrow();
      if (cursor == null) {
        answer = Duration.ofNanos(System.nanoTime() - asked);
      }
      for (HolderInfo each : page.keys()) {
        keys++;
        soonest.add(each);
        if (soonest.size() > SOONEST_MAX) {
          soonest.remove();
        }
      }
      cursor = page.cursor();
    } while (cursor != null && keys < KEYS_MAX);
    List<HolderInfo> sorted = soonest.stream().sorted(BY_REMAINING).toList();
    String metrics = text("/metrics", OK);
    ServerRates rates = metrics == null ? null : rates(MetricsReader.read(metrics));
    return new ServerSnapshot(
        answer, keys, cursor == null, sorted, readiness(), metrics != null, rates);
  }

  private @Nullable ServerRates rates(MetricsReader now) {
    long nanos = System.nanoTime();
    MetricsReader last = before;
    double seconds = (nanos - beforeNanos) / (double) TimeUnit.SECONDS.toNanos(1);
    before = now;
    beforeNanos = nanos;
    return last == null ? null : ServerRates.between(last, now, seconds);
  }

  private ServerReadiness readiness() throws InterruptedException {
    String text = text("/readyz", OK, UNAVAILABLE);
    return text == null
        ? ServerReadiness.unknown("/readyz does not answer")
        : ServerReadiness.read(text);
  }

  /** Null when there is no such page, or no answer in time. */
  private @Nullable String text(String path, int... statuses) throws InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path)).timeout(timeout);
    if (authorization != null) {
      request.header("Authorization", "Bearer " + authorization);
    }
    try {
      HttpResponse<String> answer =
          http.sendAsync(request.build(), BodyHandlers.ofString())
              .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      for (int status : statuses) {
        if (answer.statusCode() == status) {
          return answer.body();
        }
      }
      return null;
    } catch (ExecutionException | TimeoutException silent) {
      return null;
    }
  }
}
