package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the list of what ships with what ships. */
class BillOfMaterialsTest {

  private static final Path TARGET = Path.of("target");
  private static final Path LIST = TARGET.resolve("bom.json");
  private static final Path JAR = TARGET.resolve("tenure.jar");

  /** A library in the list: its file, and the digest of that. */
  private static final Pattern LIBRARY =
      Pattern.compile(
          "\"alg\" : \"SHA-256\",\\s+\"content\" : \"([0-9a-f]{64})\"[^\\]]*\\](?:,\\s+\"licenses\""
              + " : \\[[^\\]]*\\])?,\\s+\"purl\" :"
              + " \"pkg:maven/[^/]+/([^@]+)@([^?]+)\\?(?:classifier=([^&]+)&)?type=jar\"");

  /** The library with the executables of Redis, of which the jar has some. */
  private static final String EXECUTABLES = "embedded-redis-";

  @Test
  void theListHasEachLibraryThatShipsAndNoOther() throws Exception {
    assumeFalse("off".equals(System.getProperty("sbom")), "-Dsbom=off: there is no list");
    Map<String, String> listed = listed();
    Map<String, String> shipped = new TreeMap<>();
    for (String library : libraries()) {
      shipped.put(library, sha256(TARGET.resolve("lib").resolve(library)));
    }

    assertTrue(listed.keySet().removeIf(library -> library.startsWith(EXECUTABLES)));
    assertEquals(shipped, listed);
  }

  @Test
  void theSameSourcesGiveTheSameList() throws IOException {
    assumeFalse("off".equals(System.getProperty("sbom")), "-Dsbom=off: there is no list");
    String list = Files.readString(LIST);

    assertTrue(list.contains("cdx:reproducible"));
    assertEquals(
        -1, list.indexOf("\"timestamp\""), "a list with its time is another one each time");
  }

  @Test
  void noExecutableOfAnotherSystemShips() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertEquals(
          List.of(
              "redis-server-6.2.6-v5-linux-amd64",
              "redis-server-6.2.7-linux-386",
              "redis-server-6.2.7-linux-arm64"),
          jar.stream()
              .map(Object::toString)
              .filter(name -> name.startsWith("redis-"))
              .sorted()
              .toList());
    }
    assertEquals(
        List.of(),
        libraries().stream().filter(library -> library.startsWith(EXECUTABLES)).toList());
  }

  private static Map<String, String> listed() throws IOException {
    Map<String, String> listed = new TreeMap<>();
    for (var each = LIBRARY.matcher(Files.readString(LIST)); each.find(); ) {
      String classifier = each.group(4) == null ? "" : "-" + each.group(4);
      listed.put(each.group(2) + "-" + each.group(3) + classifier + ".jar", each.group(1));
    }
    return listed;
  }

  /** The libraries that the jar names: these are loaded. */
  private static List<String> libraries() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      String path = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      return List.of(path.replace("lib/", "").split(" "));
    }
  }

  private static String sha256(Path file) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
    return HexFormat.of().formatHex(digest);
  }
}
