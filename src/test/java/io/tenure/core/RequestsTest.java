package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Requests.Purpose;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestsTest {

  private static final int MAX = Limits.REQUESTS_PER_LEASE_MAX;

  private final Requests requests = requests(1);

  @Test
  void findsTheSlotOfAnId() {
    requests.add(7, "a-one");
    requests.add(0, "a-two");

    assertEquals(7, requests.find("a-one"));
    assertEquals(0, requests.find("a-two"));
    assertEquals(Index.NONE, requests.find("a-three"));
    assertTrue(requests.any(7));
    assertFalse(requests.any(9));
  }

  @Test
  void oneIdForTwoPurposesIsTwoIds() {
    requests.add(7, Objects.requireNonNull(Purpose.ACQUIRE.spell("jobs", "x")));

    for (Purpose purpose : Purpose.values()) {
      int expected = purpose == Purpose.ACQUIRE ? 7 : Index.NONE;
      assertEquals(expected, requests.find(purpose.spell("jobs", "x")), purpose.name());
    }
  }

  @Test
  void oneIdAskedOfTwoIsTwoIds() {
    requests.add(7, Objects.requireNonNull(Purpose.BREAK.spell("jobs", "x")));

    assertEquals(7, requests.find(Purpose.BREAK.spell("jobs", "x")));
    assertEquals(Index.NONE, requests.find(Purpose.BREAK.spell("jobs2", "x")));
    assertEquals(Index.NONE, requests.find(Purpose.BREAK.spell("job", "sx")));
  }

  @Test
  void anAcquireIsKnownByItsKeyAndHolderAndId() {
    Set<String> ids = new HashSet<>();
    for (String[] asked :
        new String[][] {
          {"a", "b", "x"},
          {"ab", "", "x"},
          {"a", "b", "y"},
          {"a", "c", "x"},
          {"b", "b", "x"},
          {"1 a", "b", "x"},
          {"a", "1 b", "x"}
        }) {
      Request.Acquire request =
          Request.Acquire.of(Key.of(asked[0]), asked[1]).ttl(1_000).requestId(asked[2]).build();
      assertTrue(ids.add(Requests.idOf(request)), String.join(",", asked));
      assertEquals(Requests.idOf(request), Requests.idOf(request));
    }

    assertNull(Requests.idOf(Request.Acquire.of(Key.of("a"), "b").ttl(1_000).build()));
  }

  @Test
  void beyondTheLimitTheFirstIsKeptAndOfTheOthersTheLatest() {
    for (int i = 0; i < MAX + 5; i++) {
      requests.add(7, "id" + i);
    }

    assertEquals(7, requests.find("id0"));
    for (int i = 1; i < 6; i++) {
      assertEquals(Index.NONE, requests.find("id" + i), "id" + i);
    }
    for (int i = 6; i < MAX + 5; i++) {
      assertEquals(7, requests.find("id" + i), "id" + i);
    }
  }

  @Test
  void forgetsAllOfASlotAndNothingOfOthers() {
    requests.add(7, "a1");
    requests.add(7, "v2");
    requests.add(8, "a3");
    requests.forgetAll(7);
    requests.forgetAll(9);

    assertFalse(requests.any(7));
    assertEquals(Index.NONE, requests.find("a1"));
    assertEquals(Index.NONE, requests.find("v2"));
    assertEquals(8, requests.find("a3"));
    requests.add(7, "a1");
    assertEquals(7, requests.find("a1"));
  }

  @Test
  void whatIsKeptOfAnIdIsTheSameInEveryTableForEver() {
    assertEquals("ah1h_GvLBoXHsDp9bErJkEQ", Purpose.ACQUIRE.spell("jobs", "x"));
  }

  @Test
  void theIdsOfASlotAreToldTheLatestFirst() {
    requests.add(7, "one");
    requests.add(8, "other");
    requests.add(7, "two");

    assertEquals(List.of("two", "one"), requests.of(7));
    assertEquals(List.of(), requests.of(9));
  }

  @Test
  void anIdMayBeOfAnyLanguage() {
    requests.add(7, Objects.requireNonNull(Purpose.ACQUIRE.spell("задача", "заявка-1-申请")));

    assertEquals(7, requests.find(Purpose.ACQUIRE.spell("задача", "заявка-1-申请")));
    assertEquals(Index.NONE, requests.find(Purpose.ACQUIRE.spell("задача", "заявка-2-申请")));
  }

  @Test
  void agreesWithANaiveTable() {
    Seeded.run(
        getClass(),
        50,
        random -> {
          Requests busy = requests(random.nextLong());
          Map<Integer, List<String>> naive = new HashMap<>();
          for (int step = 0; step < 3_000; step++) {
            int slot = random.nextInt(60);
            List<String> ids = naive.computeIfAbsent(slot, any -> new ArrayList<>());
            if (random.nextInt(30) == 0) {
              busy.forgetAll(slot);
              ids.forEach(id -> assertEquals(Index.NONE, busy.find(id)));
              ids.clear();
            } else {
              String id = "v" + step + "-".repeat(random.nextInt(100));
              busy.add(slot, id);
              ids.add(0, id);
              if (ids.size() > MAX) {
                assertEquals(Index.NONE, busy.find(ids.remove(MAX - 1)));
              }
            }
            ids.forEach(id -> assertEquals(slot, busy.find(id)));
            assertEquals(!ids.isEmpty(), busy.any(slot));
          }
          naive.forEach((slot, ids) -> ids.forEach(id -> assertEquals(slot, busy.find(id))));
        });
  }

  private static Requests requests(long seed) {
    return new Requests(new Arena(), new SipHash(seed, 2));
  }
}
