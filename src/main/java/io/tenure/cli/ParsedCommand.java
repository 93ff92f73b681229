package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.client.ClientOptions;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.LeaseCalls;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import reactor.core.publisher.Mono;

/** One command with its words and flags, as its user has typed it. */
final class ParsedCommand {

  static final String ADDRESS_VARIABLE = "TENURE_ADDR";
  static final String CREDENTIAL_VARIABLE = "TENURE_AUTH";
  static final String CREDENTIAL_FILE_VARIABLE = "TENURE_AUTH_FILE";

  /** Every call ends by itself in time; a call that does not is cut off so much later. */
  private static final Duration OVERTIME = Duration.ofSeconds(1);

  private final ParseResult parsed;
  private final CommandEnvironment around;

  ParsedCommand(ParseResult parsed, CommandEnvironment around) {
    this.parsed = parsed;
    this.around = around;
  }

  CommandEnvironment around() {
    return around;
  }

  PrintStream out() {
    return around.out();
  }

  TerminalColors paint() {
    return new TerminalColors(around.showsColours());
  }

  /** The root command, with all its commands. */
  CommandLine tree() {
    return parsed.commandSpec().root().commandLine();
  }

  boolean json() {
    return has(CommandSpecBuilder.JSON);
  }

  /** Prints a message for people. */
  void say(String message) {
    around.err().println("tenure: " + TerminalText.plain(message));
  }

  boolean has(String flag) {
    return parsed.hasMatchedOption(flag);
  }

  /** Empty when there is none. */
  String word(int index) {
    List<String> words = words(index);
    return words.isEmpty() ? "" : words.get(0);
  }

  List<String> words(int from) {
    List<String> all =
        parsed.matchedPositionals().stream()
            .<String>flatMap(each -> each.<List<String>>getValue().stream())
            .toList();
    return all.subList(Math.min(from, all.size()), all.size());
  }

  @Nullable String text(String flag) {
    return parsed.matchedOptionValue(flag, null);
  }

  Duration duration(String flag, Duration otherwise) {
    String text = text(flag);
    return text == null ? otherwise : around.durations().apply(flag, text);
  }

  long number(String flag, long otherwise, long min, long max) {
    String text = text(flag);
    return text == null ? otherwise : number(flag, text, min, max);
  }

  static long number(String place, String text, long min, long max) {
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException unreadable) {
      // Reported below.
    }
    throw new InvalidFieldException(
        place, "is \"%s\"; use a number from %d to %d".formatted(text, min, max));
  }

  Duration timeout() {
    Duration timeout = duration(CommandSpecBuilder.TIMEOUT, ClientOptions.TIMEOUT_DEFAULT);
    if (timeout.isZero()) {
      throw new InvalidFieldException(
          CommandSpecBuilder.TIMEOUT, "is 0; use a duration such as 5s");
    }
    return timeout;
  }

  ClientOptions options() {
    String flag = text(CommandSpecBuilder.ADDRESS);
    String variable = around.variable(ADDRESS_VARIABLE);
    String address = variable.isEmpty() ? ClientOptions.ADDRESS_DEFAULT : variable;
    ClientOptions options;
    try {
      options = ClientOptions.of(flag == null ? address : flag);
    } catch (InvalidFieldException invalid) {
      throw new InvalidFieldException(
          flag == null ? ADDRESS_VARIABLE : CommandSpecBuilder.ADDRESS, invalid.remedy());
    }
    String holder = text(CommandSpecBuilder.HOLDER);
    return withCredential(holder == null ? options : options.withHolder(holder))
        .withTimeout(timeout());
  }

  /** The credential comes from a variable or a file only: every user of the machine sees flags. */
  private ClientOptions withCredential(ClientOptions options) {
    String credential = around.variable(CREDENTIAL_VARIABLE);
    String file = around.variable(CREDENTIAL_FILE_VARIABLE);
    if (credential.isEmpty() && file.isEmpty()) {
      return options;
    }
    if (!credential.isEmpty() && !file.isEmpty()) {
      throw new InvalidFieldException(
          CREDENTIAL_FILE_VARIABLE,
          "is set, and so is " + CREDENTIAL_VARIABLE + "; unset one of them");
    }
    String variable = file.isEmpty() ? CREDENTIAL_VARIABLE : CREDENTIAL_FILE_VARIABLE;
    try {
      return options.withAuthorization(
          file.isEmpty() ? credential : SecretFile.read(variable, file));
    } catch (InvalidFieldException invalid) {
      throw new InvalidFieldException(variable, invalid.remedy());
    }
  }

  /** Asks over plain HTTP: no connection is kept open for one request. */
  <T> T ask(Function<LeaseCalls, Mono<T>> question) {
    return ask(Duration.ZERO, question);
  }

  /** {@code patience}: the time for which the server is asked to wait. */
  <T> T ask(Duration patience, Function<LeaseCalls, Mono<T>> question) {
    ClientOptions options = options().withoutStream();
    try (TenureClient client = TenureClient.connect(options)) {
      return answer(question.apply(client.calls()), options.timeout().plus(patience));
    }
  }

  /** Never hangs. */
  static <T> T answer(Mono<T> question, Duration within) {
    return question.blockOptional(within.plus(OVERTIME)).orElseThrow();
  }
}
