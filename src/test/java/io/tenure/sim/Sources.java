package io.tenure.sim;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sources of Tenure with their markers, and the classes that were built from them. */
final class Sources {

  private static final List<String> MARKED = List.of("src/main", "src/test/java/io/tenure/sim");

  static final Sources OURS =
      new Sources(
          Path.of(""), Sources.class.getClassLoader(), System.getProperty("java.class.path"));

  private final List<SourceFile.Marker> markers;
  private final ClassLoader built;
  private final String classPath;

  /** {@code classPath}: where the compiler finds the built classes. */
  Sources(Path root, ClassLoader built, String classPath) {
    this.built = built;
    this.classPath = classPath;
    markers =
        MARKED.stream()
            .flatMap(folder -> SourceFile.under(root.resolve(folder)).stream())
            .flatMap(SourceFile::markers)
            .toList();
  }

  List<SourceFile.Marker> markers() {
    return markers;
  }

  SourceFile.Marker marker(String name) {
    return markers.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  String classPath() {
    return classPath;
  }

  @Nullable InputStream classFile(String className) {
    return built.getResourceAsStream(className.replace('.', '/') + ".class");
  }
}
