package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrideTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 97, 1_000, 65_536})
  void everyNumberComesOnceBeforeAnyComesAgain(int count) {
    int stride = Stride.over(count);
    Set<Integer> seen = new HashSet<>();
    int walked = 0;
    for (int n = 0; n < count; n++) {
      assertEquals(walked, Stride.at(n, stride, count));
      seen.add(walked);
      walked = Stride.next(walked, stride, count);
    }

    assertEquals(count, seen.size());
    assertEquals(0, Stride.at(count, stride, count));
  }
}
