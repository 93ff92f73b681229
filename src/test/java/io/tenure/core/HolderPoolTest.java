package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.memory.Arena;
import io.tenure.core.memory.SipHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HolderPoolTest {

  private final HolderPool holderPool = new HolderPool(new Arena(), new SipHash(1, 2));

  @Test
  void oneNameHasOneNumberHoweverOftenItIsUsed() {
    int number = holderPool.use("a");

    assertEquals(number, holderPool.use("a"));
    assertNotEquals(number, holderPool.use("b"));
    assertEquals("a", holderPool.get(number));
  }

  @Test
  void aNameStaysUntilItsLastUseIsDropped() {
    int number = holderPool.use("a");
    holderPool.use("a");
    holderPool.drop(number);

    assertEquals("a", holderPool.get(number));
    assertEquals(number, holderPool.use("a"));
  }

  @Test
  void theNumberOfAForgottenNameIsUsedAgain() {
    int number = holderPool.use("a");
    holderPool.drop(number);

    assertEquals(number, holderPool.use("b"));
    assertEquals("b", holderPool.get(number));
    assertNotEquals(number, holderPool.use("a"));
  }

  @Test
  void aForgottenNameThatComesBackSharesItsNumberWithNobody() {
    holderPool.drop(holderPool.use("a"));
    int number = holderPool.use("a");

    assertNotEquals(number, holderPool.use("b"));
    assertEquals("a", holderPool.get(number));
  }

  @Test
  void noNameHasTheNumberZero() {
    assertNotEquals(0, holderPool.use(""));
  }

  @Test
  void agreesWithANaiveTable() {
    Seeded.run(
        getClass(),
        100,
        random -> {
          HolderPool shared = new HolderPool(new Arena(), new SipHash(1, 2));
          Map<String, Integer> numbers = new HashMap<>();
          List<String> uses = new ArrayList<>();
          int highest = 0;
          int mostNames = 0;
          for (int step = 0; step < 2_000; step++) {
            if (uses.isEmpty() || random.nextInt(100) < 52) {
              String name = "holder-" + random.nextInt(50);
              int number = shared.use(name);
              Integer known = numbers.put(name, number);
              assertTrue(known == null || known == number, name + " changed its number");
              uses.add(name);
              highest = Math.max(highest, number);
              mostNames = Math.max(mostNames, numbers.size());
            } else {
              String name = uses.remove(random.nextInt(uses.size()));
              shared.drop(numbers.getOrDefault(name, 0));
              if (!uses.contains(name)) {
                numbers.remove(name);
              }
            }
            numbers.forEach((name, number) -> assertEquals(name, shared.get(number)));
          }
          assertEquals(mostNames, highest, "numbers of forgotten names are used again");
        });
  }
}
