package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the client's jar on the module path. */
@RealMachine
final class ClientModuleTest {

  private static final String MODULE = "io.tenure.client";

  /**
   * The packages that are not for users. A new package is exported by the module, or is named here.
   */
  private static final Set<String> NOT_FOR_USERS =
      Set.of("io.tenure.client.hold", "io.tenure.client.transport", "io.tenure.wire");

  private static final Path SOURCES = Path.of("target", "tenure-client-sources.jar");
  private static final Path MAIN = Path.of("src", "main", "java", "io", "tenure");

  private static final String PROGRAM =
      """
      package nightly;

      import io.tenure.client.TenureClient;
      import java.time.Duration;
      import reactor.core.publisher.Mono;

      public class Nightly {
        public static void main(String[] words) {
          try (TenureClient client = TenureClient.connect(words[0])) {
            String said =
                client
                    .whileHeld(
                        "module/nightly",
                        Duration.ofSeconds(30),
                        lease -> Mono.just("held " + lease.isSafe()))
                    .blockLast(Duration.ofSeconds(20));
            System.out.println(client.getClass().getModule().getName() + " " + said);
          }
        }
      }
      """;

  @TempDir Path directory;

  /** The module descriptor of a program, as the page of the client shows it. */
  private static String shownDescriptor() throws IOException {
    Matcher shown =
        Pattern.compile("```java\n(module .*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs", "client.md")));
    assertTrue(shown.find());
    return shown.group(1);
  }

  /**
   * Compiles without the class path of the tests, where the compiler would find the same classes.
   */
  private static String compileModule(Path classes, List<String> sources) throws Exception {
    String into = classes.toString();
    List<String> arguments =
        new ArrayList<>(List.of("-Xlint:exports", "-p", ClientJar.path(), "-cp", into, "-d", into));
    arguments.addAll(sources);
    return ClientJar.compile(arguments.toArray(String[]::new));
  }

  private String compile(Path classes, String program) throws Exception {
    return compileModule(
        classes,
        List.of(
            ClientJar.source(directory.resolve("module-info.java"), shownDescriptor()),
            ClientJar.source(directory.resolve("nightly/Nightly.java"), program)));
  }

  private static ModuleDescriptor descriptor() {
    return ModuleFinder.of(ClientJar.FILE).find(MODULE).orElseThrow().descriptor();
  }

  @Test
  void aModularProgramHoldsALease() throws Exception {
    Path classes = directory.resolve("classes");
    assertEquals("", compile(classes, PROGRAM));

    OpenDoor door = new OpenDoor(StreamLimits.DEFAULT);
    try {
      assertEquals(
          MODULE + " held true\n",
          ClientJar.run(
              "-p",
              ClientJar.path(classes),
              "-m",
              "nightly/nightly.Nightly",
              "127.0.0.1:" + door.port()));
    } finally {
      door.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.tenure.client.hold.Keeper",
        "io.tenure.client.transport.Transport",
        "io.tenure.wire.Problem"
      })
  void noProgramReachesWhatIsNotExported(String type) throws Exception {
    String program = "package nightly; class Nightly { " + type + " reached; }";

    String complaint = compile(directory.resolve("classes"), program);

    assertTrue(complaint.contains("in module " + MODULE + ", which does not export it"), complaint);
  }

  @Test
  void itsDescriptorDecidesAboutEachPackage() {
    ModuleDescriptor module = descriptor();
    Set<String> decided =
        module.exports().stream()
            .filter(exported -> !exported.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(decided.stream().noneMatch(NOT_FOR_USERS::contains), decided.toString());
    decided.addAll(NOT_FOR_USERS);

    assertFalse(module.isAutomatic());
    assertEquals(new TreeSet<>(module.packages()), decided);
  }

  @Test
  void itsSourcesAreAModuleThatShowsOnlyWhatItExports() throws Exception {
    List<String> sources = new ArrayList<>(List.of("src/client/java/module-info.java"));
    for (String part : List.of("api", "client", "wire")) {
      try (Stream<Path> files = Files.walk(MAIN.resolve(part))) {
        files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(sources::add);
      }
    }

    assertEquals("", compileModule(directory, sources));
  }

  @Test
  void eachOfItsClassesHasItsSourceInTheJarOfSources() throws Exception {
    Set<String> classes = names(ClientJar.FILE, ".class");
    classes.removeIf(name -> name.contains("$"));

    assertEquals(classes, names(SOURCES, ".java"));
  }

  private static Set<String> names(Path file, String ending) throws IOException {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.stream()
          .map(JarEntry::getName)
          .filter(name -> name.endsWith(ending))
          .map(name -> name.substring(0, name.length() - ending.length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
