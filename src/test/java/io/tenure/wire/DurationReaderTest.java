package io.tenure.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.DurationFormatter;
import io.tenure.api.InvalidFieldException;
import org.junit.jupiter.api.Test;

final class DurationReaderTest {

  @Test
  void readsUnitsFromTheLargestDown() {
    assertEquals(30_000, millis("30s"));
    assertEquals(500, millis("500ms"));
    assertEquals(90_000, millis("1m30s"));
    assertEquals(3_600_000, millis("1h"));
    assertEquals(90_061_001, millis("1d1h1m1s1ms"));
    assertEquals(5_400_000, millis("1.5h"));
    assertEquals(0, millis("0s"));
  }

  @Test
  void aBareNumberMeansSeconds() {
    assertEquals(30_000, millis("30"));
    assertEquals(500, millis("0.5"));
    assertEquals(500, millis(".5"));
    assertEquals(1, millis("0.001"));
    assertEquals(1_000_000, millis("1e3"));
  }

  @Test
  void whatIsNoDurationIsRefusedByName() {
    for (String wrong :
        new String[] {
          "",
          "s",
          "30x",
          "30 s",
          "30S",
          "1s1m",
          "1s1s",
          "-1s",
          "-0.5",
          "+1",
          "1..5",
          "NaN",
          "ttl",
          "1m-30s",
          "0x10",
          "\u0663s",
          "1e",
          "infinity",
          "1s1",
          "9".repeat(41)
        }) {
      assertEquals("ttl", refused(wrong).field(), wrong);
    }
  }

  @Test
  void whatIsFinerThanAMillisecondOrOutOfAllBoundsIsRefusedAndNeverExpanded() {
    assertTrue(refused("0.0001").remedy().contains("finer"));
    assertTrue(refused("1e-999999999").remedy().contains("bounds"));
    assertTrue(refused("1e999999999").remedy().contains("bounds"));
    assertTrue(refused("1e99999999999999").remedy().contains("bounds"));
    assertTrue(refused("9223372036855s").remedy().contains("bounds"));
    assertTrue(refused("99999999999999999999d").remedy().contains("bounds"));
  }

  @Test
  void isWrittenAsPeopleReadIt() {
    assertEquals("1m30s", DurationFormatter.of(90_000));
    assertEquals("100ms", DurationFormatter.of(100));
    assertEquals("1d", DurationFormatter.of(86_400_000));
    assertEquals("0s", DurationFormatter.of(0));
  }

  private static long millis(String text) {
    return DurationReader.millis("ttl", text);
  }

  private static InvalidFieldException refused(String text) {
    return assertThrows(InvalidFieldException.class, () -> millis(text), text);
  }
}
