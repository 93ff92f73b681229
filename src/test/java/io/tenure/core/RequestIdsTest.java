package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tenure.api.AcquireBuilder;
import io.tenure.api.EachRequest;
import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.Request;
import io.tenure.core.RequestIds.Purpose;
import io.tenure.core.memory.Arena;
import io.tenure.core.memory.SipHash;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

  private static final int MAX = Limits.REQUESTS_PER_LEASE_MAX;

  private final RequestIds requestIds = requests(1);

  @Test
  void findsTheSlotOfAnId() {
    requestIds.add(7, "a-one");
    requestIds.add(0, "a-two");

    assertEquals(7, requestIds.find("a-one"));
    assertEquals(0, requestIds.find("a-two"));
    assertEquals(TextIndex.NONE, requestIds.find("a-three"));
    assertTrue(requestIds.any(7));
    assertFalse(requestIds.any(9));
  }

  @Test
  void oneIdForTwoPurposesIsTwoIds() {
    requestIds.add(7, Objects.requireNonNull(Purpose.ACQUIRE.spell("jobs", "x")));

    for (Purpose purpose : Purpose.values()) {
      int expected = purpose == Purpose.ACQUIRE ? 7 : TextIndex.NONE;
      assertEquals(expected, requestIds.find(purpose.spell("jobs", "x")), purpose.name());
    }
  }

  @Test
  void everyRequestWithARequestIdHasAPurpose() {
    Set<Operation> named = EnumSet.noneOf(Operation.class);
    for (Purpose purpose : Purpose.values()) {
      named.add(purpose.operation);
    }
    Set<Operation> wanted = EnumSet.noneOf(Operation.class);
    for (Request request : EachRequest.ALL) {
      if (Stream.of(request.getClass().getRecordComponents())
          .anyMatch(each -> each.getName().equals("requestId"))) {
        wanted.add(request.operation());
      }
    }

    assertEquals(wanted, named);
  }

  @Test
  void oneIdAskedOfTwoIsTwoIds() {
    requestIds.add(7, Objects.requireNonNull(Purpose.BREAK.spell("jobs", "x")));

    assertEquals(7, requestIds.find(Purpose.BREAK.spell("jobs", "x")));
    assertEquals(TextIndex.NONE, requestIds.find(Purpose.BREAK.spell("jobs2", "x")));
    assertEquals(TextIndex.NONE, requestIds.find(Purpose.BREAK.spell("job", "sx")));
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
          AcquireBuilder.of(Key.of(asked[0]), asked[1]).ttl(1_000).requestId(asked[2]).build();
      assertTrue(ids.add(RequestIds.idOf(request)), String.join(",", asked));
      assertEquals(RequestIds.idOf(request), RequestIds.idOf(request));
    }

    assertNull(RequestIds.idOf(AcquireBuilder.of(Key.of("a"), "b").ttl(1_000).build()));
  }

  /** The hash of an id costs as much as the rest of a grant. A waiter has it from its acquire. */
  @Test
  void theIdOfAnAcquireIsSpelledOnceForEachRequest() {
    JavaClasses core =
        ArchConfiguration.withThreadLocalScope(
            config -> {
              config.setResolveMissingDependenciesFromClassPath(false);
              return new ClassFileImporter()
                  .withImportOption(new ImportOption.DoNotIncludeTests())
                  .importPackages("io.tenure.core");
            });
    JavaMethod idOf = core.get(RequestIds.class).getMethod("idOf", Request.Acquire.class);
    JavaMethod acquire =
        core.get(Acquiring.class).getMethod("acquire", long.class, Request.Acquire.class);

    assertEquals(List.of("Acquiring.acquire"), origins(idOf.getAccessesToSelf()));
    assertEquals(List.of("RequestDispatch.acquire"), origins(acquire.getAccessesToSelf()));
    assertEquals(
        List.of("RequestIds.idOf"),
        origins(core.get(Purpose.class).getField("ACQUIRE").getAccessesToSelf()).stream()
            .filter(origin -> !origin.startsWith("Purpose."))
            .toList());
  }

  private static List<String> origins(Set<? extends JavaAccess<?>> accesses) {
    return accesses.stream()
        .map(each -> each.getOriginOwner().getSimpleName() + "." + each.getOrigin().getName())
        .toList();
  }

  @Test
  void beyondTheLimitTheFirstIsKeptAndOfTheOthersTheLatest() {
    for (int i = 0; i < MAX + 5; i++) {
      requestIds.add(7, "id" + i);
    }

    assertEquals(7, requestIds.find("id0"));
    for (int i = 1; i < 6; i++) {
      assertEquals(TextIndex.NONE, requestIds.find("id" + i), "id" + i);
    }
    for (int i = 6; i < MAX + 5; i++) {
      assertEquals(7, requestIds.find("id" + i), "id" + i);
    }
  }

  @Test
  void forgetsAllOfASlotAndNothingOfOthers() {
    requestIds.add(7, "a1");
    requestIds.add(7, "v2");
    requestIds.add(8, "a3");
    requestIds.forgetAll(7);
    requestIds.forgetAll(9);

    assertFalse(requestIds.any(7));
    assertEquals(TextIndex.NONE, requestIds.find("a1"));
    assertEquals(TextIndex.NONE, requestIds.find("v2"));
    assertEquals(8, requestIds.find("a3"));
    requestIds.add(7, "a1");
    assertEquals(7, requestIds.find("a1"));
  }

  @Test
  void whatIsKeptOfAnIdIsTheSameInEveryTableForEver() {
    assertEquals("ah1h_GvLBoXHsDp9bErJkEQ", Purpose.ACQUIRE.spell("jobs", "x"));
  }

  @Test
  void theIdsOfASlotAreToldTheLatestFirst() {
    requestIds.add(7, "one");
    requestIds.add(8, "other");
    requestIds.add(7, "two");

    assertEquals(List.of("two", "one"), requestIds.of(7));
    assertEquals(List.of(), requestIds.of(9));
  }

  @Test
  void anIdMayBeOfAnyLanguage() {
    requestIds.add(7, Objects.requireNonNull(Purpose.ACQUIRE.spell("задача", "заявка-1-申请")));

    assertEquals(7, requestIds.find(Purpose.ACQUIRE.spell("задача", "заявка-1-申请")));
    assertEquals(TextIndex.NONE, requestIds.find(Purpose.ACQUIRE.spell("задача", "заявка-2-申请")));
  }

  @Test
  void agreesWithANaiveTable() {
    Seeded.run(
        getClass(),
        50,
        random -> {
          RequestIds busy = requests(random.nextLong());
          Map<Integer, List<String>> naive = new HashMap<>();
          for (int step = 0; step < 3_000; step++) {
            int row = random.nextInt(60);
            List<String> ids = naive.computeIfAbsent(row, any -> new ArrayList<>());
            if (random.nextInt(30) == 0) {
              busy.forgetAll(row);
              ids.forEach(id -> assertEquals(TextIndex.NONE, busy.find(id)));
              ids.clear();
            } else {
              String id = "v" + step + "-".repeat(random.nextInt(100));
              busy.add(row, id);
              ids.add(0, id);
              if (ids.size() > MAX) {
                assertEquals(TextIndex.NONE, busy.find(ids.remove(MAX - 1)));
              }
            }
            ids.forEach(id -> assertEquals(row, busy.find(id)));
            assertEquals(!ids.isEmpty(), busy.any(row));
          }
          naive.forEach((row, ids) -> ids.forEach(id -> assertEquals(row, busy.find(id))));
        });
  }

  private static RequestIds requests(long seed) {
    return new RequestIds(new Arena(), new SipHash(seed, 2));
  }
}
