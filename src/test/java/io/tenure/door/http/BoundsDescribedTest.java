package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.DurationFormatter;
import io.tenure.api.FieldBound;
import io.tenure.api.HttpForm;
import io.tenure.api.Limits;
import io.tenure.api.RequestBounds;
import io.tenure.door.BoundCase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the API description has the bounds of a server with the default limits. */
final class BoundsDescribedTest {

  private static final RequestBounds BOUNDS = new RequestBounds(Limits.DEFAULT);

  static Stream<BoundCase> cases() {
    return BoundCase.all(BOUNDS).stream().filter(each -> each.operation().http().exists());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theDescriptionHasTheBound(BoundCase each) throws Exception {
    HttpForm http = each.operation().http();
    Description description =
        new Description(Files.readString(Path.of("src/main/resources/openapi.yaml")));
    Map<String, Object> field =
        description.field(http.method().toLowerCase(Locale.ROOT), http.template(), each.name());
    FieldBound bound = each.bound();
    switch (bound.unit()) {
      case NUMBER -> numbers(bound, field, "minimum", "maximum");
      case CHARACTERS -> numbers(bound, field, "minLength", "maxLength");
      case ENTRIES -> numbers(bound, field, "minItems", "maxItems");
      case BYTES -> described(field, bound.max() + " bytes");
      case MILLIS -> {
        // The least hardTtl is the ttl.
        String least = bound.field().equals("hardTtl") ? "" : DurationFormatter.of(bound.min());
        described(field, least + " to " + DurationFormatter.of(bound.max()));
      }
    }
  }

  private static void numbers(FieldBound bound, Map<String, Object> field, String min, String max) {
    assertEquals(Long.toString(bound.min()), field.getOrDefault(min, "0"), field.toString());
    assertEquals(Long.toString(bound.max()), field.get(max), field.toString());
  }

  private static void described(Map<String, Object> field, String bounds) {
    String description = String.valueOf(field.get("description"));
    assertTrue(description.contains(bounds), bounds + " is not in: " + description);
  }

  @Test
  void theDescriptionHasTheLargestShardNumber() throws Exception {
    Description description =
        new Description(Files.readString(Path.of("src/main/resources/openapi.yaml")));

    assertEquals(
        Integer.toString(Limits.SHARDS_MAX - 1),
        description.field("post", "/v1/shards/{shard}/end-quarantine", "shard").get("maximum"));
  }
}
