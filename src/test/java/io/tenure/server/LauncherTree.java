package io.tenure.server;

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

/**
 * A directory with the real launcher, and with a fake Java and a fake Maven that print their
 * arguments.
 */
final class LauncherTree {

  private static final String TOOLS =
      "bash dirname readlink find mkdir mkfifo mv rm mktemp sed cat env touch flock";

  record Ran(int code, String out, String err) {}

  final Map<String, String> variables = new HashMap<>();
  final Path root;
  final Path jdk;
  private final Path directory;

  LauncherTree(Path directory) throws IOException {
    this.directory = directory;
    root = Files.createDirectories(directory.resolve("a tree"));
    jdk = directory.resolve("jdk");
    executable(root.resolve("tenure"), Files.readString(Path.of("tenure")));
    executable(
        root.resolve("mvnw"),
        """
        #!/usr/bin/env bash
        echo "mvnw $PWD $*" >> built
        mkdir -p target
        [ ! -e broken ] || { echo "it does not compile"; exit 1; }
        touch target/tenure.jar
        """);
    Files.createDirectories(root.resolve("src/main/java"));
    Files.writeString(root.resolve("src/main/java/A.java"), "");
    Files.writeString(root.resolve("src/main/java/B.java"), "");
    Files.writeString(root.resolve("pom.xml"), "");
    java("17.0.9");
    variables.put("JAVA_HOME", jdk.toString());
    variables.put("PATH", tools().toString());
  }

  Ran tenure(String... words) throws Exception {
    return run(root.resolve("tenure"), root, words);
  }

  Ran run(Path script, Path from, String... words) throws Exception {
    Path out = directory.resolve("out");
    Process process = start(script, from, Redirect.to(out.toFile()), words);
    return new Ran(ended(process), Files.readString(out), Files.readString(err()));
  }

  Process start(Path script, Path from, Redirect out, String... words) throws IOException {
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

  static int ended(Process process) throws InterruptedException {
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

  void java(String release) throws IOException {
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

  long builds() throws IOException {
    return Files.readAllLines(root.resolve("built")).size();
  }

  static void executable(Path path, String text) throws IOException {
    Files.writeString(path, text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  static void change(Path path) throws IOException {
    Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
  }

  /**
   * Sets the times of the files: the sources are older than the build, and the build is older than
   * now.
   */
  void age() throws IOException {
    Instant now = Instant.now();
    try (var sources = Files.walk(root.resolve("src"))) {
      for (Path each : sources.toList()) {
        Files.setLastModifiedTime(each, FileTime.from(now.minusSeconds(100)));
      }
    }
    Files.setLastModifiedTime(root.resolve("pom.xml"), FileTime.from(now.minusSeconds(100)));
    for (String name : List.of("tenure.jar", "tenure.built")) {
      Files.setLastModifiedTime(
          root.resolve("target").resolve(name), FileTime.from(now.minusSeconds(50)));
    }
  }
}
