package io.tenure.client;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The client's jar of the build, with a compiler and a JVM for programs that use it. */
final class ClientJar {

  static final Path FILE = Path.of("target", "tenure-client.jar");

  /** The description of the jar for Maven. */
  static final String DESCRIPTION = "META-INF/maven/io.tenure/tenure-client/pom.xml";

  /** The library that comes with reactor-core. */
  private static final String BROUGHT = "reactive-streams-1.0.4";

  private static final int RUN_SECONDS_MAX = 60;

  private ClientJar() {}

  /** The libraries that the jar names, and the libraries that come with them. */
  static List<String> libraries() throws Exception {
    List<String> names = new ArrayList<>(List.of(BROUGHT));
    try (JarFile jar = new JarFile(FILE.toFile());
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

  /** The path for compiler and JVM: {@code more}, then the jar and its libraries. */
  static String path(Path... more) throws Exception {
    return Stream.concat(
            Stream.concat(Stream.of(more), Stream.of(FILE)).map(Path::toString),
            libraries().stream())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Writes a source, and creates its directories. */
  static String source(Path file, String text) throws Exception {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  /** Returns the errors of the compiler; empty when the source compiles. */
  static String compile(String... arguments) {
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                complaints,
                complaints,
                Stream.concat(Stream.of("-proc:none", "-Werror"), Stream.of(arguments))
                    .toArray(String[]::new));
    String said = complaints.toString(StandardCharsets.UTF_8);
    return code == 0 || !said.isEmpty() ? said : "code " + code;
  }

  /** Returns the output of a program in its own JVM. */
  static String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return program.waitFor(RUN_SECONDS_MAX, TimeUnit.SECONDS) ? said : "no end after: " + said;
  }
}
