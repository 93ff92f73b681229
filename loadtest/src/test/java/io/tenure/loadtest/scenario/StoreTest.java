package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoreTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "redis://ann:secret@redis:6379/2 redis://redis:6379/2",
        "rediss://:se?c@ret@redis rediss://redis",
        "redis+sentinel://ann:secret@one:1,two:2/main redis+sentinel://one:1,two:2/main",
        "unix:///run/a@b.sock?user=ann&password=sec@ret unix:///run/a@b.sock",
        "ann:secret@redis redis",
        "redis://redis redis://redis",
        "embedded embedded"
      })
  void isToldWholeToTheServerAndShownWithoutUserAndPassword(String given, String shown) {
    Store store = Store.durable(new Options(Map.of("store", given)));

    assertEquals(List.of("--store", given), store.flags());
    assertEquals(shown, store.toString());
  }
}
