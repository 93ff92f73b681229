package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the launcher script itself. */
@RealMachine
class LauncherTest {

  @TempDir Path directory;
  private LauncherTree tree;

  @BeforeEach
  void plant() throws IOException {
    tree = new LauncherTree(directory);
  }

  @Test
  void buildsFirstAndSaysSoInOneLine() throws Exception {
    LauncherTree.Ran ran = tree.tenure("serve", "--data", "a b");

    assertEquals(0, ran.code(), ran.err());
    assertEquals("tenure: building, which takes a minute the first time ...\n", ran.err());
    assertTrue(
        ran.out().endsWith(tree.root.toRealPath() + "/target/tenure.jar|serve|--data|a b\n"));
    assertEquals(
        "mvnw " + tree.root.toRealPath() + " -q -Dmaven.test.skip=true package",
        Files.readString(tree.root.resolve("built")).strip());
  }

  @Test
  void buildsOnlyWhatHasChanged() throws Exception {
    tree.tenure("help");
    assertEquals("", tree.tenure("help").err());
    assertEquals(1, tree.builds());

    tree.age();
    LauncherTree.change(tree.root.resolve("src/main/java/A.java"));
    tree.tenure("help");
    assertEquals(2, tree.builds());

    tree.age();
    Files.delete(tree.root.resolve("src/main/java/B.java"));
    tree.tenure("help");
    assertEquals(3, tree.builds());

    tree.age();
    LauncherTree.change(tree.root.resolve("pom.xml"));
    tree.tenure("help");
    assertEquals(4, tree.builds());

    tree.age();
    tree.tenure("help");
    assertEquals(4, tree.builds());
  }

  @Test
  void doesNotBuildWhatHasNoSources() throws Exception {
    tree.tenure("help");
    Files.delete(tree.root.resolve("mvnw"));
    tree.age();
    LauncherTree.change(tree.root.resolve("pom.xml"));
    try (var sources = Files.walk(tree.root.resolve("src"))) {
      for (Path each : sources.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(each);
      }
    }

    assertEquals(new LauncherTree.Ran(0, tree.tenure("help").out(), ""), tree.tenure("help"));
  }

  @Test
  void worksFromAnywhereAndThroughLinks() throws Exception {
    Path bin = Files.createDirectories(directory.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("one"), Path.of("../a tree/tenure"));
    Files.createSymbolicLink(bin.resolve("two"), bin.resolve("one"));

    LauncherTree.Ran ran = tree.run(bin.resolve("two"), directory, "--version");

    assertEquals(0, ran.code(), ran.err());
    assertTrue(
        ran.out().endsWith(tree.root.toRealPath() + "/target/tenure.jar|--version\n"), ran.out());
  }

  @Test
  void findsJavaOnThePathToo() throws Exception {
    tree.variables.remove("JAVA_HOME");
    Path bin = Path.of(tree.variables.get("PATH"));
    Files.createSymbolicLink(bin.resolve("java"), tree.jdk.resolve("bin/java"));

    assertEquals(0, tree.tenure("help").code());
  }

  @Test
  void saysWhenThereIsNoJava() throws Exception {
    tree.variables.remove("JAVA_HOME");

    assertEquals(
        new LauncherTree.Ran(
            69, "", "tenure: there is no Java; install a JDK 17 or later, or set JAVA_HOME\n"),
        tree.tenure("help"));
  }

  @Test
  void saysWhenJavaHomeIsNone() throws Exception {
    tree.variables.put("JAVA_HOME", "/no/where");

    assertEquals(
        new LauncherTree.Ran(
            69,
            "",
            "tenure: JAVA_HOME is /no/where, where there is no bin/java;"
                + " set it to a JDK 17 or later\n"),
        tree.tenure("help"));
  }

  @ParameterizedTest
  @CsvSource({"11.0.2", "1.8.0_302", "16"})
  void saysWhenJavaIsTooOld(String release) throws Exception {
    tree.java(release);

    assertEquals(
        new LauncherTree.Ran(
            69,
            "",
            "tenure: %s is Java %s; install a JDK 17 or later, or set JAVA_HOME\n"
                .formatted(tree.jdk, release)),
        tree.tenure("help"));
  }

  @ParameterizedTest
  @CsvSource({"17", "21.0.1", "25-ea"})
  void takesAnyJavaThatIsNewEnough(String release) throws Exception {
    tree.java(release);

    assertEquals(0, tree.tenure("help").code());
  }

  @Test
  void saysWhenJavaHasNoCompilerToBuildWith() throws Exception {
    Files.delete(tree.jdk.resolve("bin/javac"));

    LauncherTree.Ran ran = tree.tenure("help");

    assertEquals(69, ran.code());
    assertEquals(
        "tenure: %s has no compiler; install a JDK 17 or later, or set JAVA_HOME\n"
            .formatted(tree.jdk),
        ran.err());
  }

  @Test
  void saysWhenTheBuildFails() throws Exception {
    Files.createFile(tree.root.resolve("broken"));

    LauncherTree.Ran ran = tree.tenure("help");

    assertEquals(70, ran.code());
    assertTrue(ran.err().contains("it does not compile\ntenure: the build failed, see above"));
    assertFalse(Files.exists(tree.root.resolve("target/tenure.built")));
  }

  @Test
  void rehearsesOncePerBuildAndJava() throws Exception {
    tree.tenure("help");
    Path archive = tree.root.resolve("target/tenure-17.0.9.jsa");
    assertTrue(Files.exists(archive));
    Files.writeString(archive, "classes");

    assertTrue(
        tree.tenure("help").out().contains("|-XX:SharedArchiveFile=" + archive.toRealPath()));
    tree.java("21");
    assertFalse(tree.tenure("help").out().contains("SharedArchiveFile"));
    assertTrue(Files.exists(tree.root.resolve("target/tenure-21.jsa")));
  }

  @Test
  void whoStartsWhileAnotherRehearsesGoesWithoutAnArchive() throws Exception {
    tree.tenure("help");
    Path archive = tree.root.resolve("target/tenure-17.0.9.jsa");
    Files.delete(archive);
    Process rehearses =
        new ProcessBuilder("flock", "target/tenure.rehearsing", "sh", "-c", "echo up; read end")
            .directory(tree.root.toFile())
            .start();
    assertEquals("up", rehearses.inputReader().readLine());

    assertEquals(0, tree.tenure("help").code());
    assertFalse(Files.exists(archive));
    rehearses.getOutputStream().close();
    LauncherTree.ended(rehearses);
    tree.tenure("help");
    assertTrue(Files.exists(archive));
  }

  @Test
  void handsOnWhatJavaIsToBeTold() throws Exception {
    tree.variables.put("TENURE_JAVA_OPTS", "-Xmx1g -Dx=y");

    assertTrue(tree.tenure("help").out().contains("|-Xmx1g|-Dx=y|-jar|"));
  }

  @Test
  void passesOnTheCodeOfWhatASignalEnds() throws Exception {
    tree.tenure("help");
    LauncherTree.executable(
        tree.jdk.resolve("bin/java"),
        """
        #!/bin/bash
        echo up
        read -r word <&8
        [ "$word" = INT ] && exit 6
        """);
    for (int round = 0; round < 40; round++) {
      Process hold = tree.start(tree.root.resolve("tenure"), tree.root, Redirect.PIPE, "hold", "a");
      assertEquals("up", hold.inputReader().readLine());
      Served.signal("INT", hold.pid());

      assertEquals(6, LauncherTree.ended(hold));
    }
  }

  /** Not every system allows opening a pipe without a name for reading and writing. */
  @ParameterizedTest
  @ValueSource(strings = {"<(:)", "/no/where"})
  void saysOnceWhatTheWholeGroupHears(String nameless) throws Exception {
    Path script = tree.root.resolve("tenure");
    LauncherTree.executable(script, Files.readString(script).replace("<(:)", nameless));
    tree.tenure("help");
    LauncherTree.executable(
        tree.jdk.resolve("bin/java"),
        """
        #!/bin/bash
        trap : HUP INT QUIT TERM
        echo up
        while [ "$word" != TERM ]; do read -r word <&8 && echo "$word"; done
        """);
    Path setsid = Path.of("/usr/bin/setsid");
    Process hold = tree.start(setsid, tree.root, Redirect.PIPE, script.toString(), "hold", "a");
    BufferedReader said = hold.inputReader();
    assertEquals("up", said.readLine());
    for (String signal : List.of("HUP", "INT", "QUIT", "TERM")) {
      Served.signalGroup(signal, hold.pid());

      assertEquals(signal, said.readLine());
    }
    assertNull(said.readLine());
    assertEquals(0, LauncherTree.ended(hold));
  }
}
