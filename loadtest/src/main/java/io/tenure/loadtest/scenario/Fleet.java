package io.tenure.loadtest.scenario;

import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import java.util.List;

/**
 * Sends the lease updates of the largest published cluster of Kubernetes (130,000 nodes). There is
 * one update in a message, as its nodes send them.
 */
public final class Fleet implements Scenario {

  private static final String RATE = "13000";
  private static final String NODES = "130000";
  private static final String CONNECTIONS = "1000";

  @Override
  public String name() {
    return "fleet";
  }

  @Override
  public String about() {
    return "13,000 unbatched renewals per second, as of the largest published Kubernetes cluster";
  }

  @Override
  public List<String> flags() {
    return List.of(
        "leases", "rate", "door", "connections", "seconds", "warm", "arrivals", "seed", "store");
  }

  @Override
  public Outcome play(Stage stage) {
    Options options = stage.options().or("rate", RATE, "leases", NODES, "connections", CONNECTIONS);
    Stage renewing = stage.with(options.readBy(new Renew()));
    Outcome renewals = Renew.play(renewing, name(), "The largest cluster");
    return renewals.goal(
        new Goal(
            "processor busy with %,.0f unbatched renewals per second"
                .formatted(options.number("rate", 0)),
            renewals.measured(Account.BUSY),
            "",
            Goal.Better.LOWER,
            0.35,
            0.15));
  }
}
