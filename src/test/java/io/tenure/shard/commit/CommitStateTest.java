package io.tenure.shard.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.core.Change;
import io.tenure.shard.SilentStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Takes every step that the table of a commit line's states permits, and tries every other one. */
final class CommitStateTest {

  /** The actions that lead a new line to each state and onwards. */
  private enum Deed {
    SEND,
    KEEP,
    FAIL,
    RETRY,
    ADVANCE,
    GRANT,
    REFUSE,
    SUSPEND,
    BEGIN_ANEW,
    WHOLE,
    STEP_DOWN
  }

  private static final Map<CommitState, List<Deed>> WAYS =
      Map.of(
          CommitState.IDLE, List.of(),
          CommitState.IN_FLIGHT, List.of(Deed.SEND),
          CommitState.UNSURE, List.of(Deed.SEND, Deed.FAIL),
          CommitState.ADVANCING, List.of(Deed.ADVANCE),
          CommitState.ADVANCE_FAILED, List.of(Deed.ADVANCE, Deed.REFUSE),
          CommitState.SUSPENDED, List.of(Deed.SUSPEND),
          CommitState.REWRITING, List.of(Deed.SUSPEND, Deed.BEGIN_ANEW),
          CommitState.REWRITING_IN_FLIGHT, List.of(Deed.SUSPEND, Deed.BEGIN_ANEW, Deed.SEND),
          CommitState.REWRITING_UNSURE,
              List.of(Deed.SUSPEND, Deed.BEGIN_ANEW, Deed.SEND, Deed.FAIL),
          CommitState.BROKEN, List.of(Deed.STEP_DOWN));

  private static final Map<String, Deed> STEPS = new LinkedHashMap<>();

  static {
    STEPS.put("IDLE IN_FLIGHT", Deed.SEND);
    STEPS.put("IDLE ADVANCING", Deed.ADVANCE);
    STEPS.put("IN_FLIGHT IDLE", Deed.KEEP);
    STEPS.put("IN_FLIGHT UNSURE", Deed.FAIL);
    STEPS.put("UNSURE IN_FLIGHT", Deed.RETRY);
    STEPS.put("ADVANCING IDLE", Deed.GRANT);
    STEPS.put("ADVANCING ADVANCE_FAILED", Deed.REFUSE);
    STEPS.put("ADVANCE_FAILED IDLE", Deed.RETRY);
    STEPS.put("SUSPENDED REWRITING", Deed.BEGIN_ANEW);
    STEPS.put("REWRITING REWRITING_IN_FLIGHT", Deed.SEND);
    STEPS.put("REWRITING IDLE", Deed.WHOLE);
    STEPS.put("REWRITING_IN_FLIGHT REWRITING", Deed.KEEP);
    STEPS.put("REWRITING_IN_FLIGHT REWRITING_UNSURE", Deed.FAIL);
    STEPS.put("REWRITING_IN_FLIGHT IN_FLIGHT", Deed.WHOLE);
    STEPS.put("REWRITING_UNSURE REWRITING_IN_FLIGHT", Deed.RETRY);
    STEPS.put("REWRITING_UNSURE UNSURE", Deed.WHOLE);
    for (CommitState from : CommitState.values()) {
      if (from != CommitState.BROKEN) {
        STEPS.put(from + " BROKEN", Deed.STEP_DOWN);
        if (from != CommitState.SUSPENDED) {
          STEPS.put(from + " SUSPENDED", Deed.SUSPEND);
        }
      }
    }
  }

  private Promise<Void> batch = Promise.promise();
  private Promise<Long> claim = Promise.promise();
  private final CommitLine line = new CommitLine(new Store(), 0, false, new Ignored());

  @TestFactory
  Stream<DynamicTest> eachStepOfTheTableIsTaken() {
    return STEPS.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () -> new CommitStateTest().take(each.getKey(), each.getValue())));
  }

  private void take(String step, Deed deed) {
    CommitState from = CommitState.valueOf(step.split(" ")[0]);
    lead(from);
    assertEquals(from, line.state());
    perform(deed);

    assertEquals(CommitState.valueOf(step.split(" ")[1]), line.state());
  }

  @Test
  void noOtherStepIsTaken() {
    Set<String> permitted = new TreeSet<>();
    for (CommitState from : CommitState.values()) {
      for (CommitState to : CommitState.values()) {
        if (CommitState.TRANSITIONS.after(from).contains(to)) {
          permitted.add(from + " " + to);
        } else {
          assertThrows(IllegalStateException.class, () -> CommitState.TRANSITIONS.step(from, to));
        }
      }
    }

    assertEquals(new TreeSet<>(STEPS.keySet()), permitted);
  }

  @Test
  void aLineThatIsNotSuspendedDoesNotBeginAnewAndOneThatIsWholeIsNotMadeWhole() {
    assertThrows(IllegalStateException.class, () -> line.beginAnew(8));
    assertThrows(IllegalStateException.class, line::whole);
    line.suspend();
    assertThrows(IllegalStateException.class, line::suspend);
    assertThrows(IllegalStateException.class, line::whole);
  }

  @Test
  void aLineThatIsBrokenStaysSo() {
    lead(CommitState.IN_FLIGHT);
    for (Deed deed :
        List.of(
            Deed.STEP_DOWN,
            Deed.KEEP,
            Deed.SEND,
            Deed.RETRY,
            Deed.ADVANCE,
            Deed.SUSPEND,
            Deed.BEGIN_ANEW,
            Deed.WHOLE)) {
      perform(deed);
      assertEquals(CommitState.BROKEN, line.state(), deed.name());
    }
  }

  private void lead(CommitState to) {
    for (Deed deed : WAYS.getOrDefault(to, List.of())) {
      perform(deed);
    }
  }

  private void perform(Deed deed) {
    switch (deed) {
      case SEND -> {
        line.change(new Change.RaiseFence("fence", 1));
        line.flush();
      }
      case KEEP -> batch.complete();
      case FAIL -> batch.fail("no answer");
      case RETRY -> line.retry();
      case ADVANCE -> {
        line.moveOn(() -> claim.future());
        line.flush();
      }
      case GRANT -> claim.complete(8L);
      case REFUSE -> claim.fail("no answer");
      case SUSPEND -> line.suspend();
      case BEGIN_ANEW -> line.beginAnew(9);
      case WHOLE -> line.whole();
      case STEP_DOWN -> line.stepDown(new IllegalStateException("over"));
    }
  }

  private final class Store extends SilentStore {
    @Override
    public Future<Void> append(int shard, long epoch, long first, List<Change> changes) {
      batch = Promise.promise();
      return batch.future();
    }
  }

  private static final class Ignored implements CommitLine.Listener {
    @Override
    public void settled(long change) {}

    @Override
    public void durable(long change) {}

    @Override
    public void breathe() {}

    @Override
    public void wentBackwards() {}

    @Override
    public void broke(Throwable cause) {}
  }
}
