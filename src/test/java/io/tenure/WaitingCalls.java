package io.tenure;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists the calls that block the thread of their caller. */
final class WaitingCalls {

  private static final Map<Class<?>, Set<String>> METHODS =
      Map.of(
          Thread.class, Set.of("sleep", "join"),
          TimeUnit.class, Set.of("sleep"),
          Process.class, Set.of("waitFor"),
          ExecutorService.class, Set.of("awaitTermination"),
          java.util.concurrent.Future.class, Set.of("get", "join"),
          io.vertx.core.Future.class, Set.of("await"),
          Mono.class, Set.of("block", "blockOptional"),
          Flux.class, Set.of("blockFirst", "blockLast", "toIterable", "toStream"));

  static DescribedPredicate<JavaMethodCall> waits() {
    return describe(
        "it waits",
        call ->
            call.getTargetOwner().isEquivalentTo(Object.class) && call.getName().equals("wait")
                || METHODS.entrySet().stream()
                    .anyMatch(
                        waiting ->
                            call.getTargetOwner().isAssignableTo(waiting.getKey())
                                && waiting.getValue().contains(call.getName())));
  }

  private WaitingCalls() {}
}
