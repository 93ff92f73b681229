package io.tenure.loadtest.inside;

import com.sun.management.OperatingSystemMXBean;
import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.server.Opened;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.RenewalBatch;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Prints the cost of observers compared with the lines to reach. */
public final class ViewLines {

  private static final int ROUNDS = Integer.getInteger("rounds", 15);
  private static final int IN_FLIGHT = 2_048;
  private static final int DASHBOARDS = 10;

  /** Each dashboard has its own filter, so that no query serves two of them. */
  private static final List<String> FILTERS =
      List.of(
          "", "load/1", "load/2", "churn/", "churn/1", "*9", "*urn", "*77", "@loader", "@churner");

  /** Together nearly two thousand grants and releases a second. */
  private static final int CHURN_LANES = 20;

  private static final long CHURN_PAUSE_MILLIS = 10;
  private static final int RENEWED = 200_000;
  private static final int BATCH = 256;
  private static final int LANES = 8;
  private static final long WINDOW_MILLIS = 1_000;
  private static final long PAUSE_MILLIS = 500;
  private static final long IDLE_MILLIS = 6_000;
  private static final long WARM_MILLIS = 10_000;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ViewLines() {}

  public static void main(String[] words) throws Exception {
    String line = words.length == 0 ? "all" : words[0];
    if (line.equals("scrape") || line.equals("all")) {
      ScrapeLine.print(words.length > 1 ? Integer.parseInt(words[1]) : 10_000_000);
    }
    if (line.equals("dashboards") || line.equals("all")) {
      dashboards();
    }
    System.exit(0);
  }

  /** Takes turns with and without, so that other work of the machine concerns both. */
  private static void dashboards() throws Exception {
    Path data = Files.createTempDirectory("view-lines");
    try (Opened server = new Opened(data)) {
      List<LeaseId> leases = acquire(server, RENEWED, true);
      AtomicLong renewed = new AtomicLong();
      AtomicBoolean going = new AtomicBoolean(true);
      AtomicLong churned = new AtomicLong();
      for (int lane = 0; lane < CHURN_LANES; lane++) {
        churn(server, lane, 0, churned, going);
      }
      Vertx vertx = Vertx.vertx();
      for (int lane = 0; lane < LANES; lane++) {
        List<LeaseId> some = leases.subList(lane * RENEWED / LANES, (lane + 1) * RENEWED / LANES);
        vertx.getOrCreateContext().runOnContext(go -> renew(server, some, renewed, going));
      }
      List<Dashboard> first = open(server);
      pass(WARM_MILLIS);
      close(first);
      double[] ratios = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        long before = churned.get();
        double without = perSecond(renewed, List.of());
        List<Dashboard> open = open(server);
        pass(PAUSE_MILLIS);
        double with = perSecond(renewed, open) + perSecond(renewed, open);
        close(open);
        pass(PAUSE_MILLIS);
        without += perSecond(renewed, List.of());
        ratios[round] = with / without;
        System.out.printf(
            "  %,.0f renewals a second of the processors without, %,.0f with, %,d grants%n",
            without / 2, with / 2, churned.get() - before);
      }
      going.set(false);
      Arrays.sort(ratios);
      System.out.printf(
          "renewals with %d dashboards open, of those without: %.3f (%.3f to %.3f; line 0.97)%n",
          DASHBOARDS, ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1]);
      vertx.close();
      pass(500);
      double idle = cpuMillisPerSecond();
      open(server);
      pass(WARM_MILLIS);
      System.out.printf(
          "processor time of %d dashboards, their readers included: %.0f ms a second, idle %.0f%n",
          DASHBOARDS, cpuMillisPerSecond() - idle, idle);
    }
  }

  private static void pass(long millis) {
    new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS).join();
  }

  private static double cpuMillisPerSecond() {
    long begunCpu = PROCESS.getProcessCpuTime();
    long begun = System.nanoTime();
    pass(IDLE_MILLIS);
    return (PROCESS.getProcessCpuTime() - begunCpu) * 1e3 / (System.nanoTime() - begun);
  }

  /** An open dashboard, and the thread that reads its updates. */
  private record Dashboard(Socket socket, Thread reader) {

    long readingNanos() {
      return THREADS.getThreadCpuTime(reader.getId());
    }
  }

  /**
   * Per second of processor time that the process had, so that a busy machine does not count. The
   * time of the readers is not the server's.
   */
  private static double perSecond(AtomicLong renewed, List<Dashboard> open) {
    long before = renewed.get();
    long begun = servingNanos(open);
    pass(WINDOW_MILLIS);
    return (renewed.get() - before) * 1e9 / (servingNanos(open) - begun);
  }

  private static long servingNanos(List<Dashboard> open) {
    return PROCESS.getProcessCpuTime() - open.stream().mapToLong(Dashboard::readingNanos).sum();
  }

  private static void renew(
      Opened server, List<LeaseId> leases, AtomicLong renewed, AtomicBoolean going) {
    int[] next = new int[1];
    RenewalBatch[] batch = new RenewalBatch[1];
    Runnable again =
        () -> {
          batch[0].clear();
          for (int at = 0; at < BATCH; at++) {
            batch[0].add(leases.get(next[0]++ % leases.size()));
          }
          server.router().renew(batch[0]);
        };
    batch[0] =
        new RenewalBatch(
            () -> {
              for (int at = 0; at < batch[0].size(); at++) {
                if (batch[0].result(at) <= 0) {
                  throw new IllegalStateException("not renewed: " + batch[0].result(at));
                }
              }
              renewed.addAndGet(batch[0].size());
              if (going.get()) {
                Vertx.currentContext().runOnContext(go -> again.run());
              }
            });
    again.run();
  }

  /** Every key of it is new, so each update of a list of leases shows another one. */
  private static void churn(
      Opened server, int lane, long round, AtomicLong churned, AtomicBoolean going) {
    Key key = Key.of("churn/" + lane + "/" + round);
    int shard = server.router().shardOf(key);
    server
        .router()
        .ask(shard, AcquireBuilder.of(key, "churner").ttl(TimeUnit.HOURS.toMillis(1)).build())
        .answer()
        .onSuccess(
            answer -> {
              if (!going.get()) {
                return;
              }
              if (!(answer instanceof CallResult.Said said
                  && said.reply() instanceof Reply.Granted lease)) {
                throw new IllegalStateException("not granted: " + answer);
              }
              churned.incrementAndGet();
              CompletableFuture.delayedExecutor(CHURN_PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                  .execute(
                      () -> {
                        server.router().ask(shard, new Request.Release(lease.lease()));
                        churn(server, lane, round + 1, churned, going);
                      });
            });
  }

  private static void close(List<Dashboard> open) throws IOException {
    for (Dashboard each : open) {
      each.socket.close();
    }
  }

  /** Opens dashboards: each reads all that it gets, and does nothing with it. */
  private static List<Dashboard> open(Opened server) throws IOException {
    List<Dashboard> open = new ArrayList<>();
    for (int at = 0; at < DASHBOARDS; at++) {
      Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort());
      socket
          .getOutputStream()
          .write(
              "GET /ui/stream?filter=%s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .formatted(FILTERS.get(at % FILTERS.size()))
                  .getBytes(StandardCharsets.US_ASCII));
      Thread reader =
          new Thread(
              () -> {
                try (InputStream in = socket.getInputStream()) {
                  in.transferTo(java.io.OutputStream.nullOutputStream());
                } catch (IOException closed) {
                  // The round is over.
                }
              });
      reader.setDaemon(true);
      reader.start();
      open.add(new Dashboard(socket, reader));
    }
    return open;
  }

  static List<LeaseId> acquire(Opened server, int count, boolean kept) throws InterruptedException {
    ConcurrentLinkedQueue<LeaseId> granted = new ConcurrentLinkedQueue<>();
    Semaphore room = new Semaphore(IN_FLIGHT);
    AtomicLong refused = new AtomicLong();
    long begun = System.nanoTime();
    for (int at = 0; at < count; at++) {
      room.acquire();
      Key key = Key.of("load/" + at);
      server
          .router()
          .ask(
              server.router().shardOf(key),
              AcquireBuilder.of(key, "loader").ttl(TimeUnit.HOURS.toMillis(1)).build())
          .answer()
          .onComplete(
              done -> {
                CallResult answer = done.result();
                if (answer instanceof CallResult.Said said
                    && said.reply() instanceof Reply.Granted lease) {
                  if (kept) {
                    granted.add(lease.lease());
                  }
                } else {
                  refused.incrementAndGet();
                }
                room.release();
              });
    }
    room.acquire(IN_FLIGHT);
    if (refused.get() > 0) {
      throw new IllegalStateException(refused + " were not granted");
    }
    System.out.printf("  %,d leases granted in %.1f s%n", count, (System.nanoTime() - begun) / 1e9);
    return new ArrayList<>(granted);
  }
}
