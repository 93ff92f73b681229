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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the thin jar of the client is complete with only the two libraries that it needs. */
@RealMachine
final class ClientJarTest {

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

  @Test
  void itSaysWhichLibrariesItNeeds() throws Exception {
    List<String> known =
        Stream.of(new File("target/lib").listFiles())
            .map(File::getPath)
            .filter(path -> path.matches(".*/(reactor-core|reactive-s|jackson-core|jspecify).*"))
            .sorted()
            .toList();

    assertEquals(known, ClientJar.libraries());
    try (JarFile jar = new JarFile(ClientJar.FILE.toFile())) {
      assertEquals(
          List.of(ClientJar.DESCRIPTION),
          jar.stream().map(JarEntry::getName).filter(name -> name.endsWith("pom.xml")).toList());
    }
  }

  @Test
  void itAcquiresFromARealServerWithNothingElse() throws Exception {
    Path source = directory.resolve("Alone.java");
    String path = ClientJar.path(directory);
    assertEquals("", ClientJar.compile("-cp", path, ClientJar.source(source, PROGRAM)));

    OpenDoor door = new OpenDoor(StreamLimits.DEFAULT);
    try {
      assertEquals("held true\n", ClientJar.run("-cp", path, "Alone", "127.0.0.1:" + door.port()));
    } finally {
      door.close();
    }
  }

  @Test
  void itIsSmallAndNothingIsMissingFromIt() throws Exception {
    long bytes = Files.size(ClientJar.FILE);
    assertTrue(bytes < BYTES_MAX, ClientJar.FILE + " has " + bytes + " bytes");
    JavaClasses classes = new ClassFileImporter().importJar(new JarFile(ClientJar.FILE.toFile()));
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
