package io.tenure;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.tenure.shard.loop.Clock;

/**
 * Checks the packages inside the package of the shards, as {@link ArchitectureTest} checks all
 * others.
 */
@AnalyzeClasses(packages = "io.tenure", importOptions = ArchitectureTest.MainAndLoadtest.class)
class ShardArchitectureTest {

  @ArchTest
  static final ArchRule shardLooksInward =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("meter")
          .definedBy("io.tenure.shard.meter..")
          .layer("loop")
          .definedBy("io.tenure.shard.loop..")
          .layer("ownership")
          .definedBy("io.tenure.shard.ownership..")
          .layer("commit")
          .definedBy("io.tenure.shard.commit..")
          .layer("call")
          .definedBy("io.tenure.shard.call..")
          .layer("shard")
          .definedBy("io.tenure.shard")
          .whereLayer("meter")
          .mayNotAccessAnyLayer()
          .whereLayer("loop")
          .mayOnlyAccessLayers("meter")
          .whereLayer("ownership")
          .mayOnlyAccessLayers("loop")
          .whereLayer("commit")
          .mayOnlyAccessLayers("ownership")
          .whereLayer("call")
          .mayOnlyAccessLayers("commit", "ownership", "loop", "meter")
          .because(
              "each package of the shard can be read without those after it: hand the inner"
                  + " package an interface of its own");

  @ArchTest
  static final ArchRule onlyShardsKnowHowTheyWork =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tenure.shard..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "io.tenure.shard.loop..",
                      "io.tenure.shard.ownership..",
                      "io.tenure.shard.commit..")
                  .and(not(belongToAnyOf(Clock.class))))
          .because(
              "shards are reached by ShardRouter, and calls by what io.tenure.shard.call answers:"
                  + " add to those what is missing");
}
