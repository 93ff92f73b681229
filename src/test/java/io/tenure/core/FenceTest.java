package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.Limits;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import org.junit.jupiter.api.Test;

class FenceTest {

  private final Table table = new Table();

  private Reply raise(String fence, long token) {
    return table.say(new Request.RaiseFence(fence, token));
  }

  private Reply read(String fence) {
    return table.say(new Request.ReadFence(fence));
  }

  @Test
  void aFenceNobodyRaisedStandsAtNothing() {
    assertEquals(new Reply.FenceMark(0), read("db"));
  }

  @Test
  void aLargerTokenRaisesTheMark() {
    assertEquals(new Reply.FenceRaised(5), raise("db", 5));
    assertEquals(new Reply.FenceRaised(9), raise("db", 9));
    assertEquals(new Reply.FenceMark(9), read("db"));
  }

  @Test
  void theSameTokenPassesAgainAndAgain() {
    raise("db", 5);

    assertEquals(new Reply.FenceRaised(5), raise("db", 5));
    assertEquals(1, table.said.changes.size());
  }

  @Test
  void aSmallerTokenIsFencedOff() {
    raise("db", 9);

    assertEquals(new Refusal.Fenced(9), raise("db", 8));
    assertEquals(new Reply.FenceMark(9), read("db"));
    assertEquals(1, table.said.changes.size());
  }

  @Test
  void theMarkIsDurableBeforeItIsTold() {
    long ticket = table.ask(new Request.RaiseFence("db", 5));

    assertEquals(new Change.RaiseFence("db", 5), table.said.lastChange());
    assertEquals(1, table.said.behind(ticket));
  }

  @Test
  void fencesDoNotHinderEachOther() {
    raise("db", 9);

    assertEquals(new Reply.FenceRaised(1), raise("files", 1));
  }

  @Test
  void aZombieIsFencedOffByTheTokenOfItsSuccessor() {
    Reply.Granted ann = table.own("jobs/a", "ann", 1_000);
    raise("db", ann.token());
    table.pass(1_000);
    Reply.Granted bob = table.own("jobs/a", "bob", 1_000);
    raise("db", bob.token());

    assertEquals(new Refusal.Fenced(bob.token()), raise("db", ann.token()));
  }

  private Reply drop(String fence, long token) {
    return table.say(new OperatorRequest.DropFence(fence, token));
  }

  @Test
  void anOperatorDeletesTheFenceThatItSaw() {
    raise("db", 5);

    assertEquals(new Reply.FenceDropped("db", 5), drop("db", 5));
    assertEquals(new Reply.FenceMark(0), read("db"));
    assertEquals(new Reply.FenceRaised(1), raise("db", 1));
  }

  @Test
  void aFenceWhoseMarkMovedOnIsNotDeleted() {
    raise("db", 5);
    raise("db", 6);

    Table.assertRefused(Outcome.CHANGED_HANDS, "fence", drop("db", 5));
    Table.assertRefused(Outcome.CHANGED_HANDS, "fence", drop("db", 7));
    assertEquals(new Reply.FenceMark(6), read("db"));
  }

  @Test
  void aDeletionThatComesAgainFindsNoFence() {
    raise("db", 5);
    drop("db", 5);
    int changes = table.said.changes.size();

    Table.assertRefused(Outcome.NOT_FOUND, "fence", drop("db", 5));
    assertEquals(changes, table.said.changes.size());
  }

  @Test
  void aDeletionIsDurableBeforeItIsTold() {
    raise("db", 5);
    long deleting = table.ask(new OperatorRequest.DropFence("db", 5));
    long again = table.ask(new OperatorRequest.DropFence("db", 5));

    assertEquals(new Change.DropFence("db"), table.said.lastChange());
    assertEquals(2, table.said.behind(deleting));
    assertEquals(2, table.said.behind(again));
  }

  @Test
  void aDeletedFenceStaysDeletedAfterARestart() {
    raise("db", 5);
    raise("files", 7);
    drop("db", 5);

    table.restartFromJournal();
    assertEquals(new Reply.FenceMark(0), read("db"));
    assertEquals(new Reply.FenceMark(7), read("files"));
    table.restart();
    assertEquals(new Reply.FenceMark(0), read("db"));
    assertEquals(1, table.table.stats().fences());
  }

  @Test
  void namesOfFencesTakeNoMoreThanTheirBytes() {
    String padding = "é".repeat(Limits.FENCE_CHARS_MAX - 8);
    int nameBytes = 8 + 2 * padding.length();
    int most = Limits.FENCE_NAME_BYTES_MAX / nameBytes;
    for (int at = 0; at < most; at++) {
      table.table.replay(new Change.RaiseFence("%08d".formatted(at) + padding, 9));
    }

    Table.assertRefused(Outcome.LIMIT, "fence", raise("%08d".formatted(most) + padding, 9));
    assertEquals(new Reply.FenceRaised(10), raise("%08d".formatted(0) + padding, 10));
    drop("%08d".formatted(0) + padding, 10);
    assertEquals(new Reply.FenceRaised(9), raise("%08d".formatted(most) + padding, 9));
  }

  @Test
  void theLargestTokenIsTheLargestWholeNumberOfJavaScript() {
    assertEquals(new Reply.FenceRaised((1L << 53) - 1), raise("db", (1L << 53) - 1));
    assertEquals(
        new Refusal.Refused(
            Outcome.INVALID, "token", "is 9007199254740992; use 1 to 9007199254740991"),
        raise("db", 1L << 53));
    assertEquals(
        new Refusal.Refused(Outcome.INVALID, "token", "is 0; use 1 to 9007199254740991"),
        raise("db", 0));
  }
}
