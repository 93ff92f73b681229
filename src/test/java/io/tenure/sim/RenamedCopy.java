package io.tenure.sim;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A copy of the sources, with another name for every class that has marked code. */
final class RenamedCopy {

  private static final String PREFIX = "Renamed";
  private static final String MAIN = "src/main/java";
  private static final String TEST = "src/test/java";

  private final Path root;
  private final Set<String> renamed;
  private final Pattern names;

  private RenamedCopy(Path root) {
    this.root = root;
    renamed =
        Sources.OURS.markers().stream()
            .map(SourceFile.Marker::file)
            .filter(file -> file.language() == Language.JAVA)
            .map(SourceFile::simpleName)
            .collect(Collectors.toSet());
    names = Pattern.compile("\\b(" + String.join("|", renamed) + ")\\b");
  }

  /** Creates the copy below {@code root}, and builds the part of it that the simulation needs. */
  static Sources at(Path root) throws IOException {
    RenamedCopy copy = new RenamedCopy(root);
    for (String folder : List.of(MAIN, "src/main/resources", TEST)) {
      for (SourceFile file : SourceFile.under(Path.of(folder))) {
        copy.write(file);
      }
    }
    Path classes = Files.createDirectory(root.resolve("classes"));
    copy.build(classes);
    URL[] urls = {classes.toUri().toURL()};
    return new Sources(
        root,
        new URLClassLoader(urls, null),
        classes + File.pathSeparator + Sources.OURS.classPath());
  }

  private void write(SourceFile file) throws IOException {
    String name = file.path().getFileName().toString();
    if (renamed.contains(file.simpleName())) {
      name = PREFIX + name;
    }
    Path copy = root.resolve(file.path()).resolveSibling(name);
    Files.createDirectories(copy.getParent());
    boolean java = file.language() == Language.JAVA;
    Files.writeString(
        copy, java ? names.matcher(file.text()).replaceAll(PREFIX + "$1") : file.text());
  }

  /** The compiler itself finds the classes that the simulation needs. */
  private void build(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "--release",
              "17",
              "-proc:none",
              "-nowarn",
              "-Xprefer:source",
              "-implicit:class",
              "-sourcepath",
              root.resolve(MAIN) + File.pathSeparator + root.resolve(TEST),
              "-classpath",
              Sources.OURS.classPath(),
              "-d",
              classes.toString());
      Path first = root.resolve(TEST + "/io/tenure/sim/SimulationExaminer.java");
      var built =
          compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(first));
      if (!built.call()) {
        throw new AssertionError("the renamed copy does not compile");
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
