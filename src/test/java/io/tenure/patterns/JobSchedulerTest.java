package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.TenureClient;
import io.tenure.client.error.HeldException;
import io.tenure.client.guard.MemoryFence;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.InRealTime;
import io.tenure.machine.Violated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Ten workers do forty jobs, and one crashes in the middle of a job. */
final class JobSchedulerTest {

  private static final int WORKERS = 10;
  private static final int JOBS = 40;
  private static final Duration TTL = Duration.ofSeconds(3);

  /** The results: each job has a fence, and a record of the worker that did it. */
  private static final class Results {
    private final Map<String, MemoryFence> fences = new ConcurrentHashMap<>();
    private final Map<String, List<Long>> begun = new HashMap<>();
    private final Map<String, Long> done = new ConcurrentHashMap<>();

    synchronized void begin(String job, long token) {
      fence(job).check(token);
      begun.computeIfAbsent(job, each -> new ArrayList<>()).add(token);
    }

    void finish(String job, long token) {
      fence(job).write(token, () -> done.put(job, token));
    }

    boolean isDone(String job) {
      return done.containsKey(job);
    }

    private MemoryFence fence(String job) {
      return fences.computeIfAbsent(job, MemoryFence::new);
    }
  }

  // example: job
  /** Runs a job if no other worker does, and again if its worker has died before the end. */
  private Mono<Void> run(TenureClient worker, String job, Results results) {
    return worker
        .whileHeld(
            "jobs/" + job,
            TTL,
            lease ->
                Mono.defer(
                    () -> {
                      if (results.isDone(job)) {
                        return Mono.empty();
                      }
                      results.begin(job, lease.token());
                      return work(worker, job)
                          .doOnSuccess(nothing -> results.finish(job, lease.token()));
                    }))
        .onErrorResume(HeldException.class, somebodyElseRunsIt -> Mono.empty())
        .then();
  }

  // end

  private @Nullable TenureClient crashing;

  /** One worker, the crashing one, never ends its first job. */
  @SuppressWarnings("unused") // As in the example above, nothing else is known of a job.
  private Mono<Void> work(TenureClient worker, String job) {
    return worker == crashing ? Mono.never() : Mono.delay(Duration.ofMillis(5)).then();
  }

  @InRealTime
  void everyJobIsDoneAndNoneTwiceWithoutALargerToken() throws Exception {
    try (Town town = new Town()) {
      Results results = new Results();
      List<String> jobs = Town.all(Flux.range(0, JOBS).map(at -> "job-" + at));
      List<TenureClient> workers = new ArrayList<>();
      for (int at = 0; at < WORKERS; at++) {
        workers.add(town.client("worker-" + at));
      }
      TenureClient dies = workers.get(0);
      crashing = dies;
      run(dies, "job-7", results).subscribe(nothing -> {}, cut -> {});
      OpenDoor.until(() -> results.begun.containsKey("job-7"));

      Flux<Void> round =
          Flux.fromIterable(workers.subList(1, WORKERS))
              .flatMap(
                  worker -> Flux.fromIterable(jobs).concatMap(job -> run(worker, job, results)));
      Town.all(round);
      assertEquals(JOBS - 1, results.done.size());
      town.crash(dies);
      OpenDoor.until(
          () -> {
            Town.all(run(workers.get(1), "job-7", results).flux());
            return results.done.size() == JOBS;
          });

      results.begun.forEach(
          (job, tokens) -> {
            if (!tokens.equals(tokens.stream().distinct().sorted().toList())) {
              throw new Violated(job + " was begun with tokens " + tokens);
            }
            assertEquals(job.equals("job-7") ? 2 : 1, tokens.size(), job);
            assertEquals(tokens.get(tokens.size() - 1), results.done.get(job));
          });
      long first = Objects.requireNonNull(results.begun.get("job-7")).get(0);
      assertTrue(Objects.requireNonNull(results.done.get("job-7")) > first);
    }
  }
}
