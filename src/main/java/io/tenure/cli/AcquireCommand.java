package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.client.Claim;
import io.tenure.client.calls.Grant;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;

/** The command {@code tenure acquire}: acquires a key and does not renew it. */
final class AcquireCommand implements Command {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final String HARD_TTL = "--hard-ttl";
  private static final String SESSION = "--session";
  private static final String REQUEST_ID = "--request-id";
  private static final String QUIET = "--quiet";

  @Override
  public String name() {
    return "acquire";
  }

  @Override
  public CommandSpec spec() {
    CommandSpecBuilder spec =
        new CommandSpecBuilder(
            name(),
            "KEY [flags]",
            "Acquires a key, and prints the leaseId that renews and releases the lease.",
            "tenure acquire jobs/nightly --ttl 30s",
            "lease=$(tenure acquire jobs/nightly --wait 1m --quiet)",
            "tenure acquire worker-id --slots 100 --ttl 1m --json");
    return ClaimFlags.on(spec.word("0", "1", "KEY", "the key"), TTL)
        .flag(
            HARD_TTL,
            CommandSpecBuilder.DURATION,
            "how long a lapsed lease stays while no other caller asks for the key")
        .flag(SESSION, "ID", "the lease lives as long as this session, without a ttl")
        .flag(
            REQUEST_ID,
            "ID",
            "a repetition with this ID gets the same lease; unguessable, such as a UUID")
        .mark(QUIET, "print only the leaseId")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) {
    Claim claim = ClaimFlags.claim(order, base(order, order.word(0)));
    claim = claim.withHardTtl(order.duration(HARD_TTL, Duration.ZERO));
    String requestId = order.text(REQUEST_ID);
    Claim whole = requestId == null ? claim : claim.withRequestId(requestId);
    print(order, order.ask(whole.patience(), calls -> calls.acquire(whole)));
    return ExitCode.OK;
  }

  private static Claim base(ParsedCommand order, String key) {
    String session = order.text(SESSION);
    if (session == null) {
      return Claim.of(key, order.duration(CommandSpecBuilder.TTL, TTL));
    } else if (order.has(CommandSpecBuilder.TTL)) {
      throw new InvalidFieldException(
          CommandSpecBuilder.TTL, "cannot be combined with " + SESSION + "; use one of the two");
    }
    return Claim.under(session, key);
  }

  private static void print(ParsedCommand order, Grant grant) {
    if (order.json()) {
      JsonLine facts =
          new JsonLine()
              .with("leaseId", grant.leaseId())
              .with("key", grant.key())
              .with("holder", grant.holder())
              .with("token", grant.token())
              .withSlot(grant.slot());
      order.out().println(ValidityText.in(facts, grant.validity()).withValue(grant.value()).json());
    } else if (order.has(QUIET)) {
      order.out().println(grant.leaseId());
    } else {
      TextTable table =
          new TextTable(order.paint(), "LEASE", "TOKEN", "SLOT", "HOLDER", "VALID", "RENEW");
      table.row(
          grant.leaseId(),
          Long.toString(grant.token()),
          grant.slot() < 0 ? "-" : Integer.toString(grant.slot()),
          grant.holder(),
          ValidityText.valid(grant.validity()),
          ValidityText.renewAfter(grant.validity()));
      table.print(order.out());
    }
  }
}
