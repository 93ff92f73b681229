package io.tenure;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lists the methods that some packages may not use: those that block the thread of their caller,
 * and those that read the time or chance. A reference to such a method counts as its call.
 */
final class OutsideCalls {

  private static final Map<Class<?>, Set<String>> WAITS =
      Map.of(
          Thread.class, Set.of("sleep", "join"),
          TimeUnit.class, Set.of("sleep"),
          Process.class, Set.of("waitFor"),
          ExecutorService.class, Set.of("awaitTermination"),
          java.util.concurrent.Future.class, Set.of("get", "join"),
          io.vertx.core.Future.class, Set.of("await"),
          Mono.class, Set.of("block", "blockOptional"),
          Flux.class, Set.of("blockFirst", "blockLast", "toIterable", "toStream"));

  private static final Map<Class<?>, Set<String>> TIME_OR_CHANCE =
      Map.of(
          System.class, Set.of("nanoTime", "currentTimeMillis"),
          Math.class, Set.of("random"),
          UUID.class, Set.of("randomUUID"));

  static DescribedPredicate<JavaAccess<?>> waits() {
    return describe(
        "it waits",
        access ->
            access.getTargetOwner().isEquivalentTo(Object.class) && access.getName().equals("wait")
                || isOneOf(WAITS, access));
  }

  static DescribedPredicate<JavaAccess<?>> readsTimeOrChance() {
    return describe("it reads the time or chance", access -> isOneOf(TIME_OR_CHANCE, access));
  }

  private static boolean isOneOf(Map<Class<?>, Set<String>> methods, JavaAccess<?> access) {
    return methods.entrySet().stream()
        .anyMatch(
            some ->
                access.getTargetOwner().isAssignableTo(some.getKey())
                    && some.getValue().contains(access.getName()));
  }

  private OutsideCalls() {}
}
