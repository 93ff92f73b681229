package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.Event;
import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** That a list of leases is right in the end, whatever happens meanwhile, and at what cost. */
class ListingTest {

  private final Shards shards = new Shards();
  private final Listing listing = new Listing(shards.leases, Sought.parse("jobs/"));

  @AfterEach
  void close() {
    shards.close();
  }

  @Test
  void whatFoundNoRoomIsFoundWhenThereIsSome() {
    List<Handle> first = shards.acquire("jobs/first/", Listing.ROWS_MAX);
    searched();
    shards.acquire("jobs/second/", 300);
    happened(Event.Kind.GRANTED, "jobs/second/", 300);
    List<Handle> some = first.subList(0, 300);
    shards.release(some);
    happened(Event.Kind.RELEASED, "jobs/first/", 300);

    Shards.await("all that is held is shown", () -> living(beat()) == Listing.ROWS_MAX);
  }

  @Test
  void aListThatMissedSomethingSaysSo() {
    shards.acquire("jobs/first/", Listing.ROWS_MAX);
    searched();
    assertEquals(false, shown().getBoolean("missed"));
    happened(Event.Kind.GRANTED, "jobs/second/", 1);

    assertEquals(true, shown().getBoolean("missed"));
  }

  @Test
  void grantsOfABeatAreLookedAtInOneQuestionForEachShard() {
    searched();
    shards.acquire("jobs/", 400);
    happened(Event.Kind.GRANTED, "jobs/", 400);
    long before = shards.looks();
    Shards.await("all are shown", () -> living(beat()) == 400);

    assertTrue(shards.looks() - before <= Shards.COUNT, shards.looks() - before + " questions");
  }

  @Test
  void aStormOfGrantsCostsNoMore() {
    searched();
    long before = shards.looks();
    happened(Event.Kind.GRANTED, "jobs/", 5_000);
    beat();
    happened(Event.Kind.GRANTED, "jobs/", 5_000);
    shards.acquire("behind/the/questions/", 20 * Shards.COUNT);

    assertTrue(shards.looks() - before <= Shards.COUNT, shards.looks() - before + " questions");
  }

  @Test
  void aListThatIsFullSaysThereIsMoreOnlyWhenThereIs() {
    List<Handle> all = shards.acquire("jobs/", Listing.ROWS_MAX);
    searched();
    assertEquals(Listing.ROWS_MAX, living(shown()));
    assertEquals(false, shown().getBoolean("full"));
    shards.acquire("jobs/one-more/", 1);
    shards.run(listing::searchAgain);
    Shards.await("it is said to be full", () -> beat().getBoolean("full"));
    shards.release(all.subList(0, 1));
    happened(Event.Kind.RELEASED, "jobs/", 1);

    Shards.await("the last has found room", () -> living(beat()) == Listing.ROWS_MAX);
    Shards.await("it is not full", () -> !beat().getBoolean("full"));
  }

  @Test
  void whatIsLeftIsToldAsOfNow() {
    shards.acquire("jobs/", 1);
    long grantedBefore = System.nanoTime();
    searched();
    Shards.await("time passes", () -> System.nanoTime() - grantedBefore > 50_000_000);
    long passedMillis = (System.nanoTime() - grantedBefore) / 1_000_000;
    JsonObject shown = shown();
    JsonObject row = shown.getJsonArray("rows").getJsonObject(0);
    long left = row.getLong("left") - (shown.getLong("now") - row.getLong("at"));

    assertTrue(left <= Shards.TTL_MILLIS - passedMillis + 1, left + " ms after " + passedMillis);
  }

  private void searched() {
    Shards.await("it has searched", () -> beat().getDouble("searched") == 1.0);
  }

  private JsonObject beat() {
    return shards.on(
        () -> {
          listing.beat();
          return listing.shown();
        });
  }

  private JsonObject shown() {
    return shards.on(listing::shown);
  }

  private static long living(JsonObject shown) {
    return shown.getJsonArray("rows").stream()
        .filter(row -> !((JsonObject) row).containsKey("gone"))
        .count();
  }

  private void happened(Event.Kind kind, String prefix, int count) {
    shards.run(
        () -> {
          for (int at = 0; at < count; at++) {
            Key key = Key.of(prefix + at);
            listing.happened(new Event(at, kind, key, "ann", Long.MAX_VALUE, -1, "", null, 0));
          }
        });
  }
}
