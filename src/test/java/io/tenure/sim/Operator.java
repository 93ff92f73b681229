package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import org.jspecify.annotations.Nullable;

/** A client that views, lists and breaks leases, and presents old and new tokens at fences. */
final class Operator implements Letter.Back {

  /** In a longer run a busy operator would leave room for nothing else. */
  private static final long TICKS_MAX = 60_000;

  private final SimClient client;
  private final Simulation simulation;
  private final Chance chance;
  private long seenToken;

  Operator(SimClient client) {
    this.client = client;
    simulation = client.simulation;
    chance = simulation.chance;
  }

  void begin() {
    if (!simulation.busy()) {
      return;
    }
    Key key = simulation.habits.someKey();
    Request request = some(key);
    for (int times = chance.oneIn(4) ? 2 : 1; times > 0; times--) {
      client.send(new Letter(client, simulation.habits.shardOf(key), request, this));
    }
    client.after(pauseNanos(), this::begin);
  }

  /** An outage is short: only a busy operator raises the mark of a fence in one. */
  private long pauseNanos() {
    return busy()
        ? chance.spread(20, 500) * Schedule.MILLI
        : chance.spread(Schedule.SECOND, Schedule.SECOND + simulation.habits.restNanos() * 4);
  }

  private boolean busy() {
    Scenario scenario = simulation.scenario;
    boolean brief = scenario.busyNanos() / scenario.tickNanos() <= TICKS_MAX;
    return scenario.strain() == Strain.CRASHES_IN_OUTAGES && brief;
  }

  private Request some(Key key) {
    return switch (chance.below(8)) {
      case 0, 1 -> new Request.Look(key);
      case 2 -> new PerShardRequest.Browse("", 0, 1 + chance.below(100));
      case 3 ->
          new OperatorRequest.Break(
              key, chance.oneIn(2) ? 0 : seenToken, graceMillis(), "", client.newRequestId());
      case 4, 5 -> new Request.RaiseFence("fence" + chance.below(3), Math.max(1, someToken()));
      case 6 -> new Request.ReadFence("fence" + chance.below(3));
      default -> new Request.Look(key);
    };
  }

  private long graceMillis() {
    int way = chance.below(3);
    return way == 0
        ? 0
        : way == 1
            ? OperatorRequest.GRACE_TTL
            : Math.min(86_400_000, simulation.habits.someTtlMillis() / 2);
  }

  private long someToken() {
    return seenToken + chance.between(-3, 3);
  }

  @Override
  public void answered(Letter letter, Answer answer) {
    if (answer instanceof Answer.Said said && said.reply() instanceof Reply.KeyState state) {
      if (!state.holders().isEmpty()) {
        seenToken = state.holders().get(0).token();
      }
      judge(state.key(), state);
    }
  }

  private void judge(@Nullable Key key, Reply.KeyState state) {
    boolean exclusive =
        state.holders().stream().anyMatch(each -> each.mode().kind() == Mode.Kind.EXCLUSIVE);
    if (exclusive && state.holders().size() > 1) {
      simulation.auditor.fail("G1", key, "shown with several owners: " + state.holders());
    }
  }
}
