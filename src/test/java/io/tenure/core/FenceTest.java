package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

    assertEquals(new Reply.Fenced(9), raise("db", 8));
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

    assertEquals(new Reply.Fenced(bob.token()), raise("db", ann.token()));
  }

  @Test
  void theLargestTokenIsTheLargestWholeNumberOfJavaScript() {
    assertEquals(new Reply.FenceRaised((1L << 53) - 1), raise("db", (1L << 53) - 1));
    assertEquals(
        new Reply.Refused(Code.INVALID, "token", "is 9007199254740992; use 1 to 9007199254740991"),
        raise("db", 1L << 53));
    assertEquals(
        new Reply.Refused(Code.INVALID, "token", "is 0; use 1 to 9007199254740991"),
        raise("db", 0));
  }
}
