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
    HelpPage page =
        new HelpPage(
            name(),
            "KEY [flags]",
            "Takes a key. Whoever has the lease it prints renews and releases it.",
            "tenure acquire jobs/nightly --ttl 30s",
            "lease=$(tenure acquire jobs/nightly --wait 1m --quiet)",
            "tenure acquire worker-id --slots 100 --ttl 1m --json");
    return ClaimFlags.on(page.word("0", "1", "KEY", "the key"), TTL)
        .flag(
            HARD_TTL,
            HelpPage.DURATION,
            "how long it is kept when it lapsed and nobody asks for it")
        .flag(SESSION, "ID", "lives with that session instead of a ttl")
        .flag(REQUEST_ID, "ID", "the same again is the same lease: unguessable, such as a UUID")
        .mark(QUIET, "prints the lease and nothing else")
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
      return Claim.of(key, order.duration(HelpPage.TTL, TTL));
    } else if (order.has(HelpPage.TTL)) {
      throw new InvalidFieldException(
          HelpPage.TTL, "does not go with " + SESSION + "; keep one of the two");
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
