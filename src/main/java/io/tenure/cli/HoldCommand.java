package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.cli.hold.ProcessTree;
import io.tenure.cli.hold.Vigil;
import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.error.TenureException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import reactor.core.publisher.Mono;

/** The command {@code tenure hold}: runs a command as long as it holds a key. */
final class HoldCommand implements Command {

  private static final Duration TTL = Duration.ofSeconds(15);
  private static final String GRACE = "--grace";
  private static final String PASS_CREDENTIALS = "--pass-credentials";

  /** The variables in which a credential stands, or from which one can be found. */
  private static final Set<String> CREDENTIALS =
      Set.of(
          ParsedCommand.CREDENTIAL_VARIABLE,
          ParsedCommand.CREDENTIAL_FILE_VARIABLE,
          "TENURE_STORE",
          "TENURE_STORE_PASSWORD_FILE");

  /**
   * The part of the ttl that the grace may take at most. A longer grace would end the command after
   * a single late renewal.
   */
  private static final int GRACE_PART_MIN = 3;

  private static final int GRACE_PART = 5;

  @Override
  public String name() {
    return "hold";
  }

  @Override
  public CommandSpec spec() {
    CommandSpecBuilder spec =
        new CommandSpecBuilder(
            name(),
            "KEY [flags] -- COMMAND...",
            "Runs a command while it holds a key; kills it before another holder gets the key.",
            "tenure hold jobs/nightly -- ./backup.sh",
            "tenure hold jobs/nightly --wait 10m -- sh -c 'echo \"token $TENURE_TOKEN\"'",
            "tenure hold gpus --slots 4 --wait 1h -- ./train.sh");
    spec.word("0", "1", "KEY", "the key")
        .word("1..*", "0..*", "COMMAND", "the command to run and its arguments, after --");
    return ClaimFlags.on(spec, TTL)
        .flag(
            GRACE,
            CommandSpecBuilder.DURATION,
            "time between asking the command to end and killing it (ttl / 5)")
        .mark(
            PASS_CREDENTIALS,
            "let the command have TENURE_AUTH, TENURE_AUTH_FILE, TENURE_STORE and"
                + " TENURE_STORE_PASSWORD_FILE")
        .note(
            "The command finds TENURE_KEY, TENURE_HOLDER, TENURE_TOKEN and TENURE_SLOT.",
            "hold exits with the code of the command, or with 128+n if signal n ended it.",
            "Else 75: another holder has the key; 76: the lease was lost and the command",
            "stopped; 69: no server answers; 126: the command cannot be run; 127: there is",
            "no such command.")
        .asking();
  }

  @Override
  public int run(ParsedCommand order) throws InterruptedException {
    if (order.words(1).isEmpty()) {
      throw new InvalidFieldException("COMMAND", "is missing; write tenure hold KEY -- COMMAND");
    }
    Claim claim =
        ClaimFlags.claim(
            order, Claim.of(order.word(0), order.duration(CommandSpecBuilder.TTL, TTL)));
    Duration grace = grace(order, claim.ttl());
    try (TenureClient client = TenureClient.connect(order.options())) {
      Mono<Lease> acquired =
          ReachabilityCheck.again(order, client, claim.key()).then(client.acquire(claim));
      try (SignalRelay signals = new SignalRelay(sharesTerminal(order), acquired.toFuture())) {
        signals.listen(order.around());
        Lease lease = signals.await();
        if (lease == null) {
          return signals.exitCode();
        }
        Vigil vigil = new Vigil(lease, claim.ttl(), grace, order.around()::isAbandoned, order::say);
        return run(order, lease, vigil, signals);
      }
    }
  }

  private static boolean sharesTerminal(ParsedCommand order) {
    return order.around().readsFromTerminal();
  }

  private static int run(ParsedCommand order, Lease lease, Vigil vigil, SignalRelay signals)
      throws InterruptedException {
    List<String> command = order.words(1);
    try {
      ProcessTree.Ready ready =
          ProcessTree.ready(
              command,
              variables(lease),
              order.has(PASS_CREDENTIALS) ? Set.of() : CREDENTIALS,
              sharesTerminal(order),
              lease.key(),
              lease.safeFor());
      ProcessTree running = signals.start(vigil.judged(ready));
      return running == null ? signals.exitCode() : vigil.over(running);
    } catch (IOException cannotRun) {
      order.say(command.get(0) + " cannot be run: " + cannotRun.getMessage());
      return isThere(command.get(0)) ? ExitCode.CANNOT_RUN : ExitCode.NO_COMMAND;
    } finally {
      if (vigil.leavesNothing()) {
        release(order, lease);
      }
    }
  }

  private static boolean isThere(String command) {
    return Files.exists(Path.of(command));
  }

  private static void release(ParsedCommand order, Lease lease) {
    try {
      if (lease.isSafe()) {
        lease.release().block(order.timeout());
      }
    } catch (TenureException | IllegalStateException unanswered) {
      order.say(
          "no server confirmed the release of " + lease.key() + ": the lease ends with its ttl");
    }
  }

  private static Duration grace(ParsedCommand order, Duration ttl) {
    Duration grace = order.duration(GRACE, ttl.dividedBy(GRACE_PART));
    Duration most = ttl.dividedBy(GRACE_PART_MIN);
    if (grace.compareTo(most) > 0) {
      throw new InvalidFieldException(
          GRACE,
          "is %s; use at most a third of the ttl, %s: else one late renewal ends the command"
              .formatted(TerminalText.span(grace), TerminalText.span(most)));
    }
    return grace;
  }

  private static Map<String, String> variables(Lease lease) {
    Map<String, String> variables = new HashMap<>();
    variables.put("TENURE_KEY", lease.key());
    variables.put("TENURE_HOLDER", lease.holder());
    variables.put("TENURE_TOKEN", Long.toString(lease.token()));
    if (lease.slot() >= 0) {
      variables.put("TENURE_SLOT", Integer.toString(lease.slot()));
    }
    return variables;
  }
}
