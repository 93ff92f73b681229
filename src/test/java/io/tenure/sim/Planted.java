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

/** All of Tenure once more, with one mistake in it: the classes of {@code io.tenure} anew. */
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
  }

  private final Map<String, byte[]> changed = new HashMap<>();

  private Planted(Mistake mistake) {
    super(Planted.class.getClassLoader());
    if (mistake.inJava()) {
      compile(mistake).forEach((name, compiled) -> changed.put(name, compiled.bytes.toByteArray()));
    } else {
      changed.put(mistake.resource(), mistake.source().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Only the file with the mistake is another one; everything else is as it was built. */
  static Examiner with(Mistake mistake, String examiner) throws ReflectiveOperationException {
    Class<?> found = Class.forName(examiner, true, new Planted(mistake));
    return (Examiner) found.getDeclaredConstructor().newInstance();
  }

  /** A script of Redis. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    byte[] bytes = changed.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }

  private static Map<String, Compiled> compile(Mistake mistake) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var said = new DiagnosticCollector<JavaFileObject>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null);
        InMemory memory = new InMemory(files)) {
      var options = List.of("--release", "17", "-proc:none", "-nowarn");
      var sources = List.of(new Source(mistake.className(), mistake.source()));
      if (!compiler.getTask(null, memory, said, options, null, sources).call()) {
        throw new AssertionError("the mistake does not compile: " + said.getDiagnostics());
      }
      return memory.classes;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
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
    String resource = name.replace('.', '/') + ".class";
    try (InputStream built = getParent().getResourceAsStream(resource)) {
      return built == null ? null : built.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
