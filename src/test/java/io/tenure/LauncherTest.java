package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script itself, in a tree whose Java and Maven only say how they were called. */
class LauncherTest {

  private static final String TOOLS =
      "bash dirname readlink find mkdir mv rm mktemp sed cat env touch flock";

  private record Ran(int code, String out, String err) {}

  @TempDir Path directory;
  private Path tree;
  private Path jdk;
  private final Map<String, String> variables = new HashMap<>();

  @BeforeEach
  void plant() throws IOException {
    tree = Files.createDirectories(directory.resolve("a tree"));
    jdk = directory.resolve("jdk");
    Files.copy(Path.of("tenure"), tree.resolve("tenure"));
    executable(tree.resolve("tenure"), Files.readString(Path.of("tenure")));
    executable(
        tree.resolve("mvnw"),
        """
        #!/usr/bin/env bash
        echo "mvnw $PWD $*" >> built
        mkdir -p target
        [ ! -e broken ] || { echo "it does not compile"; exit 1; }
        touch target/tenure.jar
        """);
    Files.createDirectories(tree.resolve("src/main/java"));
    Files.writeString(tree.resolve("src/main/java/A.java"), "");
    Files.writeString(tree.resolve("src/main/java/B.java"), "");
    Files.writeString(tree.resolve("pom.xml"), "");
    java("17.0.9");
    variables.put("JAVA_HOME", jdk.toString());
    variables.put("PATH", tools().toString());
  }

  @Test
  void buildsFirstAndSaysSoInOneLine() throws Exception {
    Ran ran = tenure("serve", "--data", "a b");

    assertEquals(0, ran.code, ran.err);
    assertEquals("tenure: building, which takes a minute the first time ...\n", ran.err);
    assertTrue(ran.out.endsWith(tree.toRealPath() + "/target/tenure.jar|serve|--data|a b\n"));
    assertEquals(
        "mvnw " + tree.toRealPath() + " -q -Dmaven.test.skip=true package",
        Files.readString(tree.resolve("built")).strip());
  }

  @Test
  void buildsOnlyWhatHasChanged() throws Exception {
    tenure("help");
    assertEquals("", tenure("help").err);
    assertEquals(1, builds());

    age();
    change(tree.resolve("src/main/java/A.java"));
    tenure("help");
    assertEquals(2, builds());

    age();
    Files.delete(tree.resolve("src/main/java/B.java"));
    tenure("help");
    assertEquals(3, builds());

    age();
    change(tree.resolve("pom.xml"));
    tenure("help");
    assertEquals(4, builds());

    age();
    tenure("help");
    assertEquals(4, builds());
  }

  @Test
  void doesNotBuildWhatHasNoSources() throws Exception {
    tenure("help");
    Files.delete(tree.resolve("mvnw"));
    age();
    change(tree.resolve("pom.xml"));
    try (var sources = Files.walk(tree.resolve("src"))) {
      for (Path each : sources.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(each);
      }
    }

    assertEquals(new Ran(0, tenure("help").out, ""), tenure("help"));
  }

  @Test
  void worksFromAnywhereAndThroughLinks() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("one"), Path.of("../a tree/tenure"));
    Files.createSymbolicLink(bin.resolve("two"), bin.resolve("one"));

    Ran ran = run(bin.resolve("two"), directory, "--version");

    assertEquals(0, ran.code, ran.err);
    assertTrue(ran.out.endsWith(tree.toRealPath() + "/target/tenure.jar|--version\n"), ran.out);
  }

  @Test
  void findsJavaOnThePathToo() throws Exception {
    variables.remove("JAVA_HOME");
    Path bin = Path.of(variables.get("PATH"));
    Files.createSymbolicLink(bin.resolve("java"), jdk.resolve("bin/java"));

    assertEquals(0, tenure("help").code);
  }

  @Test
  void saysWhenThereIsNoJava() throws Exception {
    variables.remove("JAVA_HOME");

    assertEquals(
        new Ran(69, "", "tenure: there is no Java; install a JDK 17 or later, or set JAVA_HOME\n"),
        tenure("help"));
  }

  @Test
  void saysWhenJavaHomeIsNone() throws Exception {
    variables.put("JAVA_HOME", "/no/where");

    assertEquals(
        new Ran(
            69,
            "",
            "tenure: JAVA_HOME is /no/where, where there is no bin/java;"
                + " set it to a JDK 17 or later\n"),
        tenure("help"));
  }

  @ParameterizedTest
  @CsvSource({"11.0.2", "1.8.0_302", "16"})
  void saysWhenJavaIsTooOld(String release) throws Exception {
    java(release);

    assertEquals(
        new Ran(
            69,
            "",
            "tenure: %s is Java %s; install a JDK 17 or later, or set JAVA_HOME\n"
                .formatted(jdk, release)),
        tenure("help"));
  }

  @ParameterizedTest
  @CsvSource({"17", "21.0.1", "25-ea"})
  void takesAnyJavaThatIsNewEnough(String release) throws Exception {
    java(release);

    assertEquals(0, tenure("help").code);
  }

  @Test
  void saysWhenJavaHasNoCompilerToBuildWith() throws Exception {
    Files.delete(jdk.resolve("bin/javac"));

    Ran ran = tenure("help");

    assertEquals(69, ran.code);
    assertEquals(
        "tenure: %s has no compiler; install a JDK 17 or later, or set JAVA_HOME\n".formatted(jdk),
        ran.err);
  }

  @Test
  void saysWhenTheBuildFails() throws Exception {
    Files.createFile(tree.resolve("broken"));

    Ran ran = tenure("help");

    assertEquals(70, ran.code);
    assertTrue(ran.err.contains("it does not compile\ntenure: the build failed, see above"));
    assertFalse(Files.exists(tree.resolve("target/tenure.built")));
  }

  @Test
  void rehearsesOncePerBuildAndJava() throws Exception {
    tenure("help");
    Path archive = tree.resolve("target/tenure-17.0.9.jsa");
    assertTrue(Files.exists(archive));
    Files.writeString(archive, "classes");

    assertTrue(tenure("help").out.contains("|-XX:SharedArchiveFile=" + archive.toRealPath()));
    java("21");
    assertFalse(tenure("help").out.contains("SharedArchiveFile"));
    assertTrue(Files.exists(tree.resolve("target/tenure-21.jsa")));
  }

  @Test
  void handsOnWhatJavaIsToBeTold() throws Exception {
    variables.put("TENURE_JAVA_OPTS", "-Xmx1g -Dx=y");

    assertTrue(tenure("help").out.contains("|-Xmx1g|-Dx=y|-jar|"));
  }

  @Test
  void passesOnTheCodeOfWhatASignalEnds() throws Exception {
    tenure("help");
    executable(
        jdk.resolve("bin/java"),
        "#!/bin/bash\ntrap 'exit 6' INT\necho up\nread -r -t 60 <> <(:) || :\n");
    for (int round = 0; round < 40; round++) {
      Process hold = start(tree.resolve("tenure"), tree, Redirect.PIPE, "hold", "a");
      assertEquals("up", hold.inputReader().readLine());
      Served.signal("INT", hold.pid());

      assertEquals(6, ended(hold));
    }
  }

  private Ran tenure(String... words) throws Exception {
    return run(tree.resolve("tenure"), tree, words);
  }

  private Ran run(Path script, Path from, String... words) throws Exception {
    Path out = directory.resolve("out");
    Process process = start(script, from, Redirect.to(out.toFile()), words);
    return new Ran(ended(process), Files.readString(out), Files.readString(err()));
  }

  private Process start(Path script, Path from, Redirect out, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("/usr/bin/env", "--default-signal"));
    command.add(script.toString());
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(from.toFile())
            .redirectOutput(out)
            .redirectError(err().toFile());
    builder.environment().clear();
    builder.environment().putAll(variables);
    return builder.start();
  }

  private static int ended(Process process) throws InterruptedException {
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private Path err() {
    return directory.resolve("err");
  }

  private void java(String release) throws IOException {
    Files.createDirectories(jdk.resolve("bin"));
    executable(jdk.resolve("bin/java"), "#!/usr/bin/env bash\nIFS='|'\necho \"java|$*\"\n");
    executable(jdk.resolve("bin/javac"), "#!/usr/bin/env bash\n");
    Files.writeString(
        jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + release + "\"\n");
  }

  private Path tools() throws IOException {
    Path bin = Files.createDirectories(directory.resolve("tools"));
    for (String tool : TOOLS.split(" ")) {
      for (String place : List.of("/bin", "/usr/bin")) {
        Path real = Path.of(place, tool);
        if (Files.isExecutable(real)) {
          executable(bin.resolve(tool), "#!/bin/sh\nexec " + real + " \"$@\"\n");
        }
      }
    }
    return bin;
  }

  private long builds() throws IOException {
    return Files.readAllLines(tree.resolve("built")).size();
  }

  private static void executable(Path path, String text) throws IOException {
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void change(Path path) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
  }

  /** As if all sources were older than what was built, and that older than now. */
  private void age() throws IOException {
    Instant now = Instant.now();
    try (var sources = Files.walk(tree.resolve("src"))) {
      for (Path each : sources.toList()) {
        Files.setLastModifiedTime(each, FileTime.from(now.minusSeconds(100)));
      }
    }
    Files.setLastModifiedTime(tree.resolve("pom.xml"), FileTime.from(now.minusSeconds(100)));
    for (String name : List.of("tenure.jar", "tenure.built")) {
      Files.setLastModifiedTime(
          tree.resolve("target").resolve(name), FileTime.from(now.minusSeconds(50)));
    }
  }
}
