package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Reply;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that a list of leases is correct in the end despite all changes, and at a low cost. */
class KeySearchTest {

  private final Shards shards = new Shards();
  private KeySearch listing = new KeySearch(shards.admitted, SearchTerms.parse("jobs/"));

  @AfterEach
  void close() {
    shards.close();
  }

  @Test
  void whatFoundNoRoomIsFoundWhenThereIsSome() {
    List<LeaseId> first = shards.acquire("jobs/first/", KeySearch.ROWS_MAX);
    searched();
    shards.acquire("jobs/second/", 300);
    happened(LeaseEvent.Kind.GRANTED, "jobs/second/", 300);
    List<LeaseId> some = first.subList(0, 300);
    shards.release(some);
    happened(LeaseEvent.Kind.RELEASED, "jobs/first/", 300);

    Shards.await("all that is held is shown", () -> living(beat()) == KeySearch.ROWS_MAX);
  }

  @Test
  void aListThatMissedSomethingSaysSo() {
    shards.acquire("jobs/first/", KeySearch.ROWS_MAX);
    searched();
    assertEquals(false, shown().getBoolean("missed"));
    happened(LeaseEvent.Kind.GRANTED, "jobs/second/", 1);

    assertEquals(true, shown().getBoolean("missed"));
  }

  @Test
  void grantsOfABeatAreLookedAtInOneQuestionForEachShard() {
    searched();
    shards.acquire("jobs/", 400);
    happened(LeaseEvent.Kind.GRANTED, "jobs/", 400);
    long before = shards.looks();
    Shards.await("all are shown", () -> living(beat()) == 400);

    assertTrue(shards.looks() - before <= Shards.COUNT, shards.looks() - before + " questions");
  }

  @Test
  void keysOfOneShardWithMoreHoldersThanOneLookHasRoomForAreAllShown() {
    searched();
    int keys = Shards.COUNT + 1;
    for (int reader = 0; reader < 600; reader++) {
      shards.acquire("jobs/", keys, Mode.SHARED);
    }
    happened(LeaseEvent.Kind.GRANTED, "jobs/", keys);

    Shards.await("all are shown", () -> living(beat()) == keys);
  }

  @Test
  void aStormOfGrantsCostsNoMore() {
    searched();
    long before = shards.looks();
    happened(LeaseEvent.Kind.GRANTED, "jobs/", 5_000);
    beat();
    happened(LeaseEvent.Kind.GRANTED, "jobs/", 5_000);
    shards.acquire("behind/the/questions/", 20 * Shards.COUNT);

    assertTrue(shards.looks() - before <= Shards.COUNT, shards.looks() - before + " questions");
  }

  @Test
  void aListThatIsFullSaysThereIsMoreOnlyWhenThereIs() {
    List<LeaseId> all = shards.acquire("jobs/", KeySearch.ROWS_MAX);
    searched();
    assertEquals(KeySearch.ROWS_MAX, living(shown()));
    assertEquals(false, shown().getBoolean("full"));
    shards.acquire("jobs/one-more/", 1);
    shards.run(listing::searchAgain);
    Shards.await("it is said to be full", () -> beat().getBoolean("full"));
    shards.release(all.subList(0, 1));
    happened(LeaseEvent.Kind.RELEASED, "jobs/", 1);

    Shards.await("the last has found room", () -> living(beat()) == KeySearch.ROWS_MAX);
    Shards.await("it is not full", () -> !beat().getBoolean("full"));
  }

  /** Two of the times of the answer, and its remaining time, are whole milliseconds. */
  @Test
  void whatIsLeftIsToldAsOfNow() {
    shards.acquire("jobs/", 1);
    long grantedBefore = System.nanoTime();
    searched();
    Shards.await("time passes", () -> System.nanoTime() - grantedBefore > 50_000_000);
    long passedMillis = (System.nanoTime() - grantedBefore) / 1_000_000;
    JsonObject shown = shown();
    JsonObject row = shown.getJsonArray("rows").getJsonObject(0);
    long left = row.getLong("remainingMs") - (shown.getLong("nowMs") - row.getLong("readAtMs"));

    assertTrue(left <= Shards.TTL_MILLIS - passedMillis + 2, left + " ms after " + passedMillis);
  }

  @Test
  void aKeyThatOthersStillHoldStaysInTheList() {
    shards.acquire(AcquireBuilder.of(Key.of("jobs/pool"), "ann").mode(Mode.slots(3)));
    shards.acquire(AcquireBuilder.of(Key.of("jobs/pool"), "ben").mode(Mode.slots(3)));
    Reply.Granted last =
        shards.acquire(AcquireBuilder.of(Key.of("jobs/pool"), "cid").mode(Mode.slots(3)));
    searched();
    shards.release(List.of(last.lease()));
    shards.run(() -> listing.happened(ended(last)));

    assertFalse(row(shown()).containsKey("gone"), "two hold it still");
    Shards.await("both are known", () -> row(beat()).getInteger("holderCount", 0) == 2);
  }

  @Test
  void aRowThatWasThoughtGoneComesBack() {
    Reply.Granted held = shards.acquire(AcquireBuilder.of(Key.of("jobs/0"), "ann"));
    searched();
    shards.run(() -> listing.happened(ended(held)));
    assertEquals("released", row(shown()).getString("gone"));
    shards.run(listing::refresh);

    Shards.await("it is held again", () -> living(beat()) == 1);
  }

  @Test
  void whatAHolderNoLongerHasIsNotInTheListOfThatHolder() {
    listing = new KeySearch(shards.admitted, SearchTerms.parse("@ann"));
    Reply.Granted mine = shards.acquire(AcquireBuilder.of(Key.of("a"), "ann"));
    shards.acquire(AcquireBuilder.of(Key.of("pool"), "ben").mode(Mode.slots(2)));
    Reply.Granted slot =
        shards.acquire(AcquireBuilder.of(Key.of("pool"), "ann").mode(Mode.slots(2)));
    searched();
    shards.run(listing::refresh);
    Shards.await("both are shown", () -> living(beat()) == 2);
    shards.release(List.of(mine.lease(), slot.lease()));
    shards.acquire(AcquireBuilder.of(Key.of("a"), "ben"));
    shards.run(listing::refresh);

    Shards.await("both are seen to be over", () -> living(beat()) == 0);
    shown().getJsonArray("rows").forEach(row -> assertEquals("ann", holder((JsonObject) row)));
  }

  private static String holder(JsonObject row) {
    return row.getString("holder");
  }

  private static JsonObject row(JsonObject shown) {
    return shown.getJsonArray("rows").getJsonObject(0);
  }

  private static LeaseEvent ended(Reply.Granted lease) {
    return new LeaseEvent(
        0,
        LeaseEvent.Kind.RELEASED,
        new Holding(lease.key(), lease.holder(), lease.token(), -1),
        "",
        null,
        0);
  }

  private void searched() {
    Shards.await("it has searched", () -> beat().getDouble("searched") == 1.0);
  }

  private JsonObject beat() {
    return shards.on(
        () -> {
          listing.beat();
          return new JsonObject(listing.shown());
        });
  }

  private JsonObject shown() {
    return new JsonObject(shards.on(listing::shown));
  }

  private static long living(JsonObject shown) {
    return shown.getJsonArray("rows").stream()
        .filter(row -> !((JsonObject) row).containsKey("gone"))
        .count();
  }

  private void happened(LeaseEvent.Kind kind, String prefix, int count) {
    shards.run(
        () -> {
          for (int at = 0; at < count; at++) {
            Key key = Key.of(prefix + at);
            listing.happened(
                new LeaseEvent(at, kind, new Holding(key, "ann", Long.MAX_VALUE, -1), "", null, 0));
          }
        });
  }
}
