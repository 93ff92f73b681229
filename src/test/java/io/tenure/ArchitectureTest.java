package io.tenure;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Calendar;
import java.util.Date;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/**
 * Checks the map of the packages. Think hard about the road through the code before changing a
 * rule: each one says what to do instead.
 */
@AnalyzeClasses(packages = "io.tenure", importOptions = ArchitectureTest.MainAndLoadtest.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packagesLookInward =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("vertx")
          .definedBy("io.tenure.vertx..")
          .layer("api")
          .definedBy("io.tenure.api..")
          .layer("wire")
          .definedBy("io.tenure.wire..")
          .layer("client")
          .definedBy("io.tenure.client..")
          .layer("core")
          .definedBy("io.tenure.core..")
          .layer("store")
          .definedBy("io.tenure.store..")
          .layer("shard")
          .definedBy("io.tenure.shard..")
          .layer("door")
          .definedBy("io.tenure.door..")
          .layer("view")
          .definedBy("io.tenure.view..")
          .layer("cli")
          .definedBy("io.tenure.cli..")
          .layer("server")
          .definedBy("io.tenure.server..")
          .whereLayer("vertx")
          .mayNotAccessAnyLayer()
          .whereLayer("api")
          .mayNotAccessAnyLayer()
          .whereLayer("wire")
          .mayOnlyAccessLayers("api")
          .whereLayer("client")
          .mayOnlyAccessLayers("api", "wire")
          .whereLayer("core")
          .mayOnlyAccessLayers("api")
          .whereLayer("store")
          .mayOnlyAccessLayers("vertx", "api", "core")
          .whereLayer("shard")
          .mayOnlyAccessLayers("vertx", "api", "core", "store")
          .whereLayer("door")
          .mayOnlyAccessLayers("vertx", "api", "wire", "shard")
          .whereLayer("view")
          .mayOnlyAccessLayers("api", "wire", "door", "shard", "core")
          .whereLayer("cli")
          .mayOnlyAccessLayers("api", "wire", "client")
          .whereLayer("server")
          .mayNotBeAccessedByAnyLayer()
          .ensureAllClassesAreContainedInArchitectureIgnoring("io.tenure.loadtest..")
          .because(
              "a request crosses each package once going in and once coming out: move the word that"
                  + " both packages need to api, or let server hand it in");

  @ArchTest
  static final ArchRule packagesMakeNoCycle =
      slices()
          .matching("io.tenure.(*)..")
          .should()
          .beFreeOfCycles()
          .because(
              "no package calls back: hand the inner package an interface of its own, or return a"
                  + " value");

  @ArchTest
  static final ArchRule noPackageHasALargeCycle =
      classes()
          .should(PackageCycles.haveAtMost(4))
          .because(
              "a reader of one class must know all of its cycle: hand the inner class an interface"
                  + " of its own, or return a value");

  @ArchTest
  static final ArchRule noConstructorHasMoreThanSevenParameters =
      classes()
          .that()
          .resideOutsideOfPackage("io.tenure.loadtest..")
          .should(Constructors.haveAtMost(7))
          .because(
              "a caller mixes up the arguments of a longer list: give those that belong together a"
                  + " record of their own");

  @ArchTest
  static final ArchRule coreIsPure =
      classes()
          .that()
          .resideInAnyPackage("io.tenure.api..", "io.tenure.core..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "io.tenure.api..",
                      "io.tenure.core..",
                      "java.lang..",
                      "java.util..",
                      "java.nio",
                      "java.nio.charset..",
                      "org.jspecify..")
                  .and(not(resideInAPackage("java.util.concurrent.."))))
          .because(
              "core decides and does nothing else, so that a test can play a million steps of it:"
                  + " say what must happen through Out and let the shard do it");

  @ArchTest
  static final ArchRule memoryKnowsNoLeases =
      noClasses()
          .that()
          .resideInAPackage("io.tenure.core.memory..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.tenure..").and(not(resideInAPackage("io.tenure.core.memory.."))))
          .because(
              "columns and indexes know numbers and texts only: keep what they mean in core, and"
                  + " hand it in");

  @ArchTest
  static final ArchRule coreIsHandedTimeAndChance =
      noClasses()
          .that()
          .resideInAPackage("io.tenure.core..")
          .should()
          .accessTargetWhere(OutsideCalls.readsTimeOrChance())
          .orShould()
          .dependOnClassesThat(
              belongToAnyOf(
                  Calendar.class,
                  Date.class,
                  Random.class,
                  SplittableRandom.class,
                  Thread.class,
                  Timer.class))
          .because(
              "one seed must replay a whole run: take nowNanos or the random bits as an argument");

  @ArchTest
  static final ArchRule onlyStoreKnowsRedis =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tenure.store..")
          .should()
          .dependOnClassesThat(resideInAPackage("io.vertx.redis.."))
          .because("what keeps the changes can be replaced: ask for it through the store's port");

  @ArchTest
  static final ArchRule storesDoNotKnowEachOther =
      noClasses()
          .that()
          .resideInAPackage("io.tenure.store.memory..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.tenure.store.redis..", "io.tenure.store.embedded.."))
          .because("each store can be replaced: move what two stores need to io.tenure.store");

  @ArchTest
  static final ArchRule onlyOnePackageReachesIntoVertx =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.tenure.vertx..", "io.tenure.loadtest.inside..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("io.vertx..internal..", "io.vertx..impl.."))
          .because(
              "internals change with any version: use the public API, or say in io.tenure.vertx"
                  + " what it cannot do");

  @ArchTest
  static final ArchRule onlyClientsKnowReactor =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.tenure.client..", "io.tenure.cli..")
          .should()
          .dependOnClassesThat(resideInAPackage("reactor.."))
          .because("the server has one kind of future: return an io.vertx.core.Future");

  @ArchTest
  static final ArchRule clientNeedsNoVertx =
      noClasses()
          .that()
          .resideInAnyPackage("io.tenure.client..", "io.tenure.wire..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("io.vertx..", "io.netty..", "org.slf4j.."))
          .because(
              "who embeds the client wants no server: use the JDK's HTTP client in client, and"
                  + " bytes and jackson-core streaming in wire");

  @ArchTest
  static final ArchRule nobodyWaits =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.tenure.cli..", "io.tenure.client.blocking..", "io.tenure.loadtest..")
          // Called before there is a client, and for half a second at most.
          .and()
          .doNotHaveFullyQualifiedName("io.tenure.client.HostName")
          .should()
          .accessTargetWhere(OutsideCalls.waits())
          .orShould()
          .dependOnClassesThat(
              resideInAPackage("java.util.concurrent.locks..")
                  .or(assignableTo(BlockingQueue.class))
                  .or(
                      belongToAnyOf(
                          CountDownLatch.class,
                          CyclicBarrier.class,
                          Phaser.class,
                          Semaphore.class)))
          .because(
              "one wait stops every lease of its event loop: compose the future, or set a timer"
                  + " and return");

  @ArchTest
  static final ArchRule loadtestIsACustomer =
      noClasses()
          .that()
          .resideInAPackage("io.tenure.loadtest..")
          .and(not(resideInAPackage("io.tenure.loadtest.inside..")))
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.tenure..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "io.tenure.loadtest..",
                              "io.tenure.api..",
                              "io.tenure.client..",
                              "io.tenure.wire..",
                              "io.tenure.core.."))))
          .allowEmptyShould(true)
          .because(
              "it measures what users get: drive the server through client and wire, or put what"
                  + " runs a server inside its own process into io.tenure.loadtest.inside");

  @ArchTest
  static final ArchRule onlyBenchmarksMeasureCore =
      noClasses()
          .that()
          .resideInAPackage("io.tenure.loadtest.*..")
          .and(not(resideInAPackage("io.tenure.loadtest.inside..")))
          .should()
          .dependOnClassesThat(resideInAPackage("io.tenure.core.."))
          .allowEmptyShould(true)
          .because(
              "load comes through the client: put a benchmark of core into io.tenure.loadtest"
                  + " itself");

  /** Leaves the tests out, but not the load test, which its profile compiles among them. */
  static final class MainAndLoadtest implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return location.contains("/classes/")
          || location.contains("/io/tenure/loadtest/") && !location.contains("/planted/");
    }
  }
}
