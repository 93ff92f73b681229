package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import io.tenure.machine.RealMachine;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks that the thin jar of the client is complete with only the two libraries that it needs. */
@RealMachine
final class ClientJarTest {

  private static final Path JAR = Path.of("target", "tenure-client.jar");

  /** The description of the jar for Maven. */
  private static final String DESCRIPTION = "META-INF/maven/io.tenure/tenure-client/pom.xml";

  /** A library that reactor-core brings along. */
  private static final String BROUGHT = "reactive-streams-1.0.4";

  private static final long BYTES_MAX = 400_000;

  private static final String PROGRAM =
      """
      import io.tenure.client.*;
      import java.time.Duration;
      import reactor.core.publisher.Mono;

      public class Alone {
        public static void main(String[] words) {
          try (TenureClient client = TenureClient.connect(words[0])) {
            Duration ttl = Duration.ofSeconds(30);
            String said =
                client
                    .whileHeld("jar/alone", ttl, lease -> Mono.just("held " + lease.isSafe()))
                    .blockLast(Duration.ofSeconds(20));
            System.out.println(said);
          }
        }
      }
      """;

  @TempDir Path directory;

  /** The libraries that the description names, and the libraries that they bring along. */
  private static List<String> libraries() throws Exception {
    List<String> names = new ArrayList<>(List.of(BROUGHT));
    try (JarFile jar = new JarFile(JAR.toFile());
        InputStream pom = jar.getInputStream(jar.getEntry(DESCRIPTION))) {
      NodeList all =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(pom)
              .getElementsByTagName("dependency");
      for (int at = 0; at < all.getLength(); at++) {
        Element one = (Element) all.item(at);
        names.add(text(one, "artifactId") + "-" + text(one, "version"));
      }
    }
    return names.stream().map(name -> "target/lib/" + name + ".jar").sorted().toList();
  }

  private static String text(Element element, String name) {
    return element.getElementsByTagName(name).item(0).getTextContent();
  }

  @Test
  void itSaysWhichLibrariesItNeeds() throws Exception {
    List<String> known =
        Stream.of(new File("target/lib").listFiles())
            .map(File::getPath)
            .filter(path -> path.matches(".*/(reactor-core|reactive-s|jackson-core|jspecify).*"))
            .sorted()
            .toList();

    assertEquals(known, libraries());
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertEquals(
          List.of(DESCRIPTION),
          jar.stream().map(JarEntry::getName).filter(name -> name.endsWith("pom.xml")).toList());
    }
  }

  @Test
  void itAcquiresFromARealServerWithNothingElse() throws Exception {
    String path =
        Stream.concat(Stream.of(JAR.toString(), directory.toString()), libraries().stream())
            .collect(Collectors.joining(File.pathSeparator));
    Path source = directory.resolve("Alone.java");
    Files.writeString(source, PROGRAM);
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-cp", path, source.toString()));

    OpenDoor door = new OpenDoor(StreamLimits.STANDARD);
    try {
      Process alone =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  path,
                  "Alone",
                  "127.0.0.1:" + door.port())
              .redirectErrorStream(true)
              .start();
      String said = new String(alone.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(alone.waitFor(60, TimeUnit.SECONDS), said);
      assertEquals("held true\n", said);
    } finally {
      door.close();
    }
  }

  @Test
  void itIsSmallAndNothingIsMissingFromIt() throws Exception {
    assertTrue(JAR.toFile().length() < BYTES_MAX, JAR + " has " + JAR.toFile().length() + " bytes");
    JavaClasses classes = new ClassFileImporter().importJar(new JarFile(JAR.toFile()));
    Set<String> missing = new TreeSet<>();
    classes.stream()
        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
        .map(Dependency::getTargetClass)
        .map(target -> target.getBaseComponentType())
        .filter(target -> target.getPackageName().startsWith("io.tenure"))
        .filter(target -> !classes.contain(target.getName()))
        .forEach(target -> missing.add(target.getName()));

    assertEquals(Set.of(), missing);
  }
}
