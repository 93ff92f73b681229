package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamesTest {

  private final Names names = new Names(new Arena(), new SipHash(1, 2));

  @Test
  void oneNameHasOneNumberHoweverOftenItIsUsed() {
    int number = names.use("a");

    assertEquals(number, names.use("a"));
    assertNotEquals(number, names.use("b"));
    assertEquals("a", names.get(number));
  }

  @Test
  void aNameStaysUntilItsLastUseIsDropped() {
    int number = names.use("a");
    names.use("a");
    names.drop(number);

    assertEquals("a", names.get(number));
    assertEquals(number, names.use("a"));
  }

  @Test
  void theNumberOfAForgottenNameIsUsedAgain() {
    int number = names.use("a");
    names.drop(number);

    assertEquals(number, names.use("b"));
    assertEquals("b", names.get(number));
    assertNotEquals(number, names.use("a"));
  }

  @Test
  void aForgottenNameThatComesBackSharesItsNumberWithNobody() {
    names.drop(names.use("a"));
    int number = names.use("a");

    assertNotEquals(number, names.use("b"));
    assertEquals("a", names.get(number));
  }

  @Test
  void noNameHasTheNumberZero() {
    assertNotEquals(0, names.use(""));
  }

  @Test
  void agreesWithANaiveTable() {
    Seeded.run(
        getClass(),
        100,
        random -> {
          Names shared = new Names(new Arena(), new SipHash(1, 2));
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
