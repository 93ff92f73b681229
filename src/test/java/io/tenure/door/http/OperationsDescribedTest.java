package io.tenure.door.http;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.HttpForm;
import io.tenure.api.Operation;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that every operation is described in the API description and on the pages about HTTP and
 * streams. The compiler cannot check this.
 */
final class OperationsDescribedTest {

  /** The answers of the server that belong to no operation. */
  private static final Set<String> OF_THE_SERVER =
      Set.of(
          "GET /livez",
          "GET /readyz",
          "GET /openapi.yaml",
          "GET /metrics",
          "GET /ui",
          "GET /ui/",
          "GET /ui/{part}",
          "GET /v1/stream");

  private static final Description DESCRIPTION =
      new Description(read(Path.of("src/main/resources/openapi.yaml")));

  private static Stream<Operation> overHttp() {
    return Operation.ofWire().stream().filter(operation -> operation.http().exists());
  }

  private static String spelled(HttpForm http) {
    return http.method() + " " + http.template();
  }

  @Test
  void theDescriptionHasEveryOperationAndNothingElse() {
    var described = new TreeSet<String>();
    for (String path : DESCRIPTION.paths()) {
      for (String method : DESCRIPTION.methods(path)) {
        described.add(method.toUpperCase(Locale.ROOT) + " " + path);
      }
    }
    var served = overHttp().map(each -> spelled(each.http())).collect(toCollection(TreeSet::new));
    served.addAll(OF_THE_SERVER);

    assertEquals(served, described, "served on the left, in openapi.yaml on the right");
  }

  @Test
  void theDescriptionHasEveryFieldThatIsRead() {
    overHttp()
        .filter(operation -> !operation.http().method().equals(HttpMethod.GET.name()))
        .forEach(
            operation -> {
              HttpForm http = operation.http();
              String schema =
                  DESCRIPTION.bodyOf(http.method().toLowerCase(Locale.ROOT), http.template());
              Set<String> fields = new HashSet<>(operation.fields());
              fields.remove(http.field());

              assertEquals(
                  fields,
                  schema == null ? Set.of() : DESCRIPTION.properties(schema).keySet(),
                  operation + ": read on the left, in openapi.yaml on the right");
            });
  }

  @Test
  void thePageOfHttpHasEveryOperation() {
    assertEquals(
        overHttp().map(each -> row(each, each.http())).toList(),
        rows(Path.of("docs/http.md"), 1, 2),
        "operations on the left, rows of docs/http.md on the right");
  }

  @Test
  void thePageOfStreamsHasEveryOperation() {
    assertEquals(
        Operation.ofWire().stream()
            .map(
                each ->
                    each.http().exists()
                        ? row(each, each.http())
                        : "`" + each.spelling() + "` closing the connection")
            .toList(),
        rows(Path.of("docs/stream.md"), 1, 3),
        "operations on the left, rows of docs/stream.md on the right");
  }

  private static String row(Operation operation, HttpForm http) {
    return "`" + operation.spelling() + "` `" + spelled(http) + "`";
  }

  /** Two columns of the table that begins with the row of the first operation. */
  private static List<String> rows(Path page, int left, int right) {
    List<String> rows = new ArrayList<>();
    String first = "| `" + Operation.values()[0].spelling() + "` |";
    for (String line : read(page).split("\n")) {
      boolean goesOn = !rows.isEmpty() && line.startsWith("| ");
      if (goesOn || line.startsWith(first)) {
        String[] columns = line.split("\\|");
        rows.add(columns[left].strip() + " " + columns[right].strip());
      } else if (!rows.isEmpty()) {
        break;
      }
    }
    return rows;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }
}
