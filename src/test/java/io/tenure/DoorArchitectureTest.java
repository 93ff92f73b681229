package io.tenure;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.tenure.core.TableMeter;
import io.tenure.core.TableStats;
import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.Gateway;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.call.CallTarget;

/** Checks what protocols and pages may reach, as {@link ArchitectureTest} all packages. */
@AnalyzeClasses(packages = "io.tenure", importOptions = ArchitectureTest.MainAndLoadtest.class)
class DoorArchitectureTest {

  @ArchTest
  static final ArchRule onlyTheGatewayAsksShards =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.tenure.shard..", "io.tenure.loadtest.inside..")
          .and()
          .doNotBelongToAnyOf(Gateway.class, AdmittedOperation.class)
          .should()
          .accessTargetWhere(
              target(owner(assignableTo(ShardRouter.class)))
                  .and(target(nameMatching("ask|watch|renew|letGo|states|serving|meters"))))
          .orShould()
          .accessTargetWhere(target(owner(assignableTo(CallTarget.class))))
          .because(
              "what holds for every caller is decided in one place: let the Gateway admit the"
                  + " operation, and ask by the AdmittedOperation that it gives");

  @ArchTest
  static final ArchRule viewsReadOnlyTheMetersOfCore =
      noClasses()
          .that()
          .resideInAPackage("io.tenure.view..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("io.tenure.core..")
                  .and(
                      not(
                          belongToAnyOf(
                              TableMeter.class,
                              TableStats.class,
                              LatencyHistogram.class,
                              Counters.class))))
          .because("pages ask shards as every caller does: read meters, and ask for the rest");

  @ArchTest
  static final ArchRule doorsDoNotKnowEachOther =
      slices()
          .matching("io.tenure.door.(*)..")
          .should()
          .notDependOnEachOther()
          .allowEmptyShould(true)
          .because(
              "a door can be taken off its hinges: move what two of them share to wire, or to the"
                  + " door package itself");

  @ArchTest
  static final ArchRule shardsSpeakNoProtocol =
      noClasses()
          .that()
          .resideInAnyPackage("io.tenure.shard..", "io.tenure.store..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.vertx.core.http..", "io.vertx.ext.web..", "io.vertx.grpc..", "io.grpc.."))
          .because("protocols end at the door: translate there, and pass on core's words");
}
