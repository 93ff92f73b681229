package io.tenure.sim;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.compiler.LuaC;

/** Loads all classes of {@code io.tenure} once more, with one mistake in them. */
final class Planted extends ClassLoader {

  private static final String OURS = "io.tenure.";

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class Compiled extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Compiled(String className) {
      super(URI.create("memory:///" + className.replace('.', '/') + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, Compiled> classes = new HashMap<>();

    InMemory(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      Compiled compiled = new Compiled(className);
      classes.put(className, compiled);
      return compiled;
    }

    Map<String, byte[]> compiled() {
      Map<String, byte[]> compiled = new HashMap<>();
      classes.forEach((name, file) -> compiled.put(name, file.bytes.toByteArray()));
      return compiled;
    }
  }

  private final Sources sources;
  private final Map<String, byte[]> changed;

  private Planted(Sources sources, Map<String, byte[]> changed) {
    super(Planted.class.getClassLoader());
    this.sources = sources;
    this.changed = changed;
  }

  /** Compiles only the file with the mistake again; all other classes stay as they were built. */
  static Examiner with(Mistake mistake, Sources sources) throws ReflectiveOperationException {
    SourceFile.Marker marker = sources.marker(mistake.marker());
    String mistaken = mistake.in(marker.code());
    return new Planted(sources, compile(marker.file(), mistaken, sources.classPath())).examiner();
  }

  /** Loads all classes as they were built. */
  static Examiner without(Sources sources) throws ReflectiveOperationException {
    return new Planted(sources, Map.of()).examiner();
  }

  private Examiner examiner() throws ReflectiveOperationException {
    Class<?> found = Class.forName(SimulationExaminer.class.getName(), true, this);
    return (Examiner) found.getDeclaredConstructor().newInstance();
  }

  /** Returns a script of Redis. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] bytes = changed.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }

  private static Map<String, byte[]> compile(SourceFile file, String mistaken, String classPath) {
    return switch (file.language()) {
      case JAVA -> compileJava(file.className(), mistaken, classPath);
      case LUA -> Map.of(file.resource(), compileLua(mistaken.getBytes(StandardCharsets.UTF_8)));
    };
  }

  private static Map<String, byte[]> compileJava(String name, String mistaken, String classPath) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var said = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null);
        InMemory memory = new InMemory(files)) {
      var options = List.of("--release", "17", "-proc:none", "-nowarn", "-classpath", classPath);
      var sources = List.of(new Source(name, mistaken));
      if (!compiler.getTask(null, memory, said, options, null, sources).call()) {
        throw new AssertionError("the mistake does not compile: " + said.getDiagnostics());
      }
      return memory.compiled();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** The text itself, if it compiles: Redis compiles it again. */
  private static byte[] compileLua(byte[] mistaken) {
    try {
      LuaC.instance.compile(new ByteArrayInputStream(mistaken), "mistaken");
      return mistaken;
    } catch (IOException | LuaError wrong) {
      throw new AssertionError("the mistake does not compile", wrong);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS) || name.equals(Examiner.class.getName())) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    byte[] bytes = changed.get(name);
    if (bytes == null) {
      bytes = asBuilt(name);
    }
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private byte @Nullable [] asBuilt(String name) {
    try (InputStream built = sources.classFile(name)) {
      return built == null ? null : built.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
