package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./mvnw} where it must fetch Maven, over a network that hands out another file. */
class WrapperTest {

  private static final Path SETTINGS = Path.of(".mvn", "wrapper", "maven-wrapper.properties");
  private static final String TOOLS =
      "basename cat chmod dirname gzip mkdir mktemp mv rm sh" + " sha256sum tar tr uname";

  private record Ran(int code, String said) {}

  @TempDir Path directory;
  private Path tools;
  private Path fetched;

  @BeforeEach
  void prepare() throws IOException {
    Files.copy(Path.of("mvnw"), directory.resolve("mvnw"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createDirectories(directory.resolve(SETTINGS).getParent());
    Files.copy(SETTINGS, directory.resolve(SETTINGS));
    tools = Files.createDirectory(directory.resolve("tools"));
    for (String tool : TOOLS.split(" ")) {
      give(tool);
    }
    fetched = directory.resolve("fetched");
    executable(
        tools.resolve("wget"),
        "#!/bin/sh\nfor last; do :; done\nexec cat '" + fetched + "' >\"$last\"\n");
  }

  @Test
  void aMavenThatIsNotTheOneOfTheSettingsIsRefused() throws Exception {
    Files.writeString(fetched, "another Maven");

    assertRefused();

    give("unzip");
    assertRefused();
  }

  @Test
  void itIsFetchedWithoutUnzipToo() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("apache-maven-3.9.11/bin"));
    executable(bin.resolve("mvn"), "#!/bin/sh\necho \"Maven does: $*\"\n");
    assertEquals(
        new Ran(0, ""),
        run("tar", "czf", fetched.toString(), "-C", directory.toString(), "apache-maven-3.9.11"));
    String settings = Files.readString(directory.resolve(SETTINGS));
    Files.writeString(
        directory.resolve(SETTINGS),
        settings.replaceAll("(distributionTarGzSha256Sum=).*", "$1" + sha256(fetched)));

    assertEquals(new Ran(0, "Maven does: verify\n"), run("./mvnw", "verify"));
  }

  @Test
  void bothFilesOfMavenHaveASum() throws IOException {
    String settings = Files.readString(SETTINGS);

    for (String name : List.of("distributionSha256Sum", "distributionTarGzSha256Sum")) {
      assertTrue(Pattern.compile("(?m)^" + name + "=[0-9a-f]{64}$").matcher(settings).find(), name);
    }
  }

  private void assertRefused() throws Exception {
    Ran ran = run("./mvnw", "verify");

    assertEquals(1, ran.code(), ran.said());
    assertTrue(ran.said().contains("Failed to validate Maven distribution SHA-256"), ran.said());
    try (var homes = Files.walk(directory.resolve("m2"))) {
      assertFalse(homes.anyMatch(path -> path.endsWith("bin/mvn")));
    }
  }

  private Ran run(String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("MAVEN_USER_HOME", directory.resolve("m2").toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), said);
  }

  private void give(String tool) throws IOException {
    for (String place : List.of("/bin", "/usr/bin")) {
      Path real = Path.of(place, tool);
      if (Files.isExecutable(real)) {
        executable(tools.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
      }
    }
  }

  private static void executable(Path path, String text) throws IOException {
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }

  private static String sha256(Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }
}
