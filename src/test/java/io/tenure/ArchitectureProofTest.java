package io.tenure;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Proves that each rule of the architecture bites: the planted classes break them on purpose. */
class ArchitectureProofTest {

  private static final String VIOLATIONS =
      """
      packagesLookInward,        StoreCallsTheShardBack
      packagesLookInward,        CommonRoomIsBuilt
      packagesMakeNoCycle,       StoreCallsTheShardBack
      shardLooksInward,          CommitAnswersACall
      noPackageHasALargeCycle,   FirstNeedsSecond
      noPackageHasALargeCycle,   SecondNeedsThird
      noPackageHasALargeCycle,   ThirdNeedsFourth
      noPackageHasALargeCycle,   FourthNeedsFifth
      noPackageHasALargeCycle,   FifthNeedsFirst
      noConstructorHasMoreThanSevenParameters, ShardTakesEightArguments
      onlyShardsKnowHowTheyWork, ViewOpensACommitLine
      memoryKnowsNoLeases,       MemoryKnowsAKey
      viewsReadOnlyTheMetersOfCore, ViewOpensATable
      onlyTheGatewayAsksShards,  ViewAsksAShard
      onlyTheGatewayAsksShards,  ViewHandsOnARouter
      onlyTheGatewayAsksShards,  DoorReachesThroughACall
      onlyTheGatewayAsksShards,  DoorHandsOnACallTarget
      coreIsPure,                CoreSharesAMap
      coreIsPure,                CoreReadsAFile
      coreIsPure,                CorePrints
      coreIsPure,                CoreReturnsAFuture
      coreIsPure,                CoreAsksForTheDate
      coreIsHandedTimeAndChance, CoreReadsTheClock
      coreIsHandedTimeAndChance, CoreHandsOnTheClock
      coreIsHandedTimeAndChance, CoreReadsTheCalendar
      coreIsHandedTimeAndChance, CoreThrowsDice
      coreIsHandedTimeAndChance, CoreStartsAThread
      onlyStoreKnowsRedis,       ShardAsksRedis
      storesDoNotKnowEachOther,  MemoryStoreFailsLikeRedis
      onlyOnePackageReachesIntoVertx, ShardReachesIntoVertx
      onlyClientsKnowReactor,    DoorReturnsAFlux
      clientNeedsNoVertx,        ClientNeedsVertx
      clientNeedsNoVertx,        WireFillsAVertxBuffer
      shardsSpeakNoProtocol,     ShardSpeaksHttp
      doorsDoNotKnowEachOther,   HttpDoorOpensWsDoor
      nobodyWaits,               ShardSleeps
      nobodyWaits,               ShardHandsOnAWait
      nobodyWaits,               ShardAwaitsAFuture
      nobodyWaits,               ShardJoinsAFuture
      nobodyWaits,               ShardWaitsForANotify
      nobodyWaits,               ShardHoldsALock
      nobodyWaits,               ShardHoldsALatch
      nobodyWaits,               ShardTakesFromAQueue
      nobodyWaits,               ClientBlocksOnAMono
      loadtestIsACustomer,       LoadtestReachesIntoShard
      onlyBenchmarksMeasureCore, LoadtestReachesIntoCore
      """;

  /** Which package may import which. */
  private static final Map<String, Set<String>> MAY_SEE =
      Map.ofEntries(
          Map.entry("vertx", Set.of()),
          Map.entry("api", Set.of()),
          Map.entry("core", Set.of("api")),
          Map.entry("store", Set.of("vertx", "api", "core")),
          Map.entry("shard", Set.of("vertx", "api", "core", "store")),
          Map.entry("wire", Set.of("api")),
          Map.entry("door", Set.of("vertx", "api", "wire", "shard")),
          Map.entry("view", Set.of("api", "wire", "door", "shard", "core")),
          Map.entry("client", Set.of("api", "wire")),
          Map.entry("cli", Set.of("api", "wire", "client")),
          Map.entry(
              "server",
              Set.of(
                  "vertx", "api", "core", "store", "shard", "wire", "door", "view", "client",
                  "cli")));

  private static final JavaClasses PLANTED =
      new ClassFileImporter()
          .withImportOption(location -> location.contains("/planted/"))
          .importPackages("io.tenure");

  @ParameterizedTest(name = "{0} catches {1}")
  @CsvSource(textBlock = VIOLATIONS)
  void everyPlantedViolationIsCaughtAndToldTheFix(String ruleName, String planted)
      throws ReflectiveOperationException {
    var rule = (ArchRule) rules().filter(named(ruleName)).findFirst().orElseThrow().get(null);

    var report = rule.evaluate(PLANTED).getFailureReport();

    assertTrue(
        report.getDetails().stream().anyMatch(detail -> detail.contains(".planted." + planted)),
        () -> planted + " went unseen: " + report);
    assertTrue(report.toString().contains(because(rule)), report::toString);
  }

  @Test
  void everyRuleHasAPlantedViolation() {
    var rules = rules().map(Field::getName).collect(toCollection(TreeSet::new));

    assertEquals(rules, column(0), "rules on the left, rules with a violation on the right");
  }

  @Test
  void everyPlantedClassProvesSomething() {
    var partners = Set.of("ShardCallsTheStore", "WsDoorIsOpened");
    var planted =
        PLANTED.stream()
            .map(JavaClass::getSimpleName)
            .filter(name -> !partners.contains(name))
            .collect(toCollection(TreeSet::new));

    assertEquals(planted, column(1), "planted on the left, used on the right");
  }

  @Test
  void everyRoomSeesExactlyTheRoomsOfTheTable(@TempDir Path houseOfVisitors) throws IOException {
    buildVisitors(houseOfVisitors);

    var allowed = visits(ArchitectureProofTest::others);
    ArchitectureTest.packagesLookInward
        .evaluate(new ClassFileImporter().importPath(houseOfVisitors))
        .handleViolations(
            (Collection<Dependency> refused, String message) ->
                refused.forEach(
                    visit ->
                        allowed.remove(
                            visit(room(visit.getOriginClass()), room(visit.getTargetClass())))));

    assertEquals(visits(from -> MAY_SEE.getOrDefault(from, Set.of()).stream()), allowed);
  }

  private static Stream<Field> rules() {
    return Stream.of(
            ArchitectureTest.class, DoorArchitectureTest.class, ShardArchitectureTest.class)
        .flatMap(each -> Stream.of(each.getDeclaredFields()))
        .filter(field -> field.isAnnotationPresent(ArchTest.class));
  }

  private static Predicate<Field> named(String name) {
    return field -> field.getName().equals(name);
  }

  private static SortedSet<String> visits(Function<String, Stream<String>> from) {
    return MAY_SEE.keySet().stream()
        .flatMap(room -> from.apply(room).map(to -> visit(room, to)))
        .collect(toCollection(TreeSet::new));
  }

  private static String visit(String from, String to) {
    return from + " -> " + to;
  }

  /** Compiles one class for each room, with a field of the type of every other room's class. */
  private static void buildVisitors(Path house) throws IOException {
    for (var room : MAY_SEE.keySet()) {
      var source = new StringBuilder("package " + packageOf(room) + ";\npublic class Visitor {\n");
      others(room).forEach(to -> source.append(packageOf(to) + ".Visitor " + to + ";\n"));
      var file = Files.createDirectories(house.resolve(room)).resolve("Visitor.java");
      Files.writeString(file, source.append("}\n"));
    }
    try (var files = Files.walk(house)) {
      var sources = files.map(Path::toString).filter(name -> name.endsWith(".java"));
      var arguments = Stream.concat(Stream.of("-d", house.toString()), sources);
      var compiler = ToolProvider.getSystemJavaCompiler();
      assertEquals(0, compiler.run(null, null, null, arguments.toArray(String[]::new)));
    }
  }

  private static Stream<String> others(String room) {
    return MAY_SEE.keySet().stream().filter(other -> !other.equals(room));
  }

  private static String packageOf(String room) {
    return "io.tenure." + room;
  }

  private static String room(JavaClass visitor) {
    return visitor.getPackageName().substring("io.tenure.".length());
  }

  private static String because(ArchRule rule) {
    var description = rule.getDescription();
    assertTrue(description.contains(", because "), () -> description + " gives no reason");
    return description.substring(description.indexOf(", because "));
  }

  private static SortedSet<String> column(int index) {
    return Arrays.stream(VIOLATIONS.split("\n"))
        .map(row -> row.split(",")[index].strip())
        .collect(toCollection(TreeSet::new));
  }
}
