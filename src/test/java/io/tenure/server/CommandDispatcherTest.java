package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.CommandEnvironment;
import io.tenure.cli.ExitCode;
import io.tenure.server.config.ServerOptions;
import io.tenure.server.config.Setting;
import io.tenure.server.log.LogFormat;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandDispatcherTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<ServerOptions> served = new ArrayList<>();
  private Map<String, String> variables = Map.of();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "srve              | there is no command srve (did you mean serve?); see ./tenure help",
        "xyzzy             | there is no command xyzzy; see ./tenure help",
        "help srve         | there is no command srve (did you mean serve?); see ./tenure help",
        "--port 1          | --port belongs to serve; write ./tenure serve --port ...",
        "--nonsense        | there is no flag --nonsense; see ./tenure help serve",
        "serve --prot 1    | there is no flag --prot (did you mean --port?);"
            + " see ./tenure help serve",
        "serve --prot=1    | there is no flag --prot (did you mean --port?);"
            + " see ./tenure help serve",
        "serve here        | serve takes flags only, not \"here\"; see ./tenure help serve",
        "serve redis://me:geheim@h | serve takes flags only, not an address;"
            + " see ./tenure help serve",
        "serve me:geheim@h | serve takes flags only, not an address; see ./tenure help serve",
        "redis://me:geheim@h | there is no command with this name; see ./tenure help",
        "help me:geheim@h  | there is no command with this name; see ./tenure help",
        "serve --store:redis://me:geheim=@h | there is no flag with this name;"
            + " see ./tenure help serve",
        "serve --sotre=redis://me:geheim@h | there is no flag --sotre (did you mean --store?);"
            + " see ./tenure help serve",
        "serve --port      | --port needs a value; write --port N",
        "serve --port --host x | --port needs a value; write --port N",
        "serve --port 1 --port 2 | --port is given twice; use it once",
        "serve --port=     | --port is empty; use a number from 0 to 65535",
        "serve --port x    | --port is \"x\"; use a number from 0 to 65535",
        "serve --log xml   | --log is \"xml\"; use text or json",
      })
  void whatMakesNoSenseIsOneLine(String words, String complaint) {
    assertEquals(ExitCode.USAGE, run(words.split(" +")));
    assertEquals("tenure: " + complaint + "\n", err.toString(StandardCharsets.UTF_8));
    assertEquals(0, out.size());
    assertEquals(List.of(), served);
  }

  @Test
  void aFileThatIsNotThereIsNoInput() {
    assertEquals(ExitCode.NOT_FOUND, run("serve", "--config", "/no/such.yaml"));
  }

  @Test
  void noWordIsWorthAPageOfHelp() {
    assertEquals(ExitCode.USAGE, run());
    assertTrue(err.toString(StandardCharsets.UTF_8).contains("serve"));
  }

  @Test
  void saysWhichItIs() {
    assertEquals(ExitCode.OK, run("--version"));
    assertTrue(out.toString(StandardCharsets.UTF_8).startsWith("tenure "));
  }

  @Test
  void saysWhichRedisAServerWouldStart(@TempDir Path directory) throws Exception {
    assertEquals(ExitCode.OK, run("version"));
    String without = out.toString(StandardCharsets.UTF_8);
    assertTrue(
        without.matches("tenure .+\nredis  Redis 6\\.2\\.\\d+, which comes along\n"), without);

    Path server = directory.resolve("valkey-server");
    Files.writeString(server, "#!/bin/sh\necho 'Valkey server v=8.0.1 sha=00000000:0'\n");
    Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwx------"));
    variables = Map.of("PATH", directory.toString());
    out.reset();
    assertEquals(ExitCode.OK, run("version"));
    String with = out.toString(StandardCharsets.UTF_8);
    assertTrue(with.endsWith("\nredis  Valkey 8.0.1, " + server + "\n"), with);
  }

  @Test
  void helpNamesEveryFlagWithItsStandardValue() {
    assertEquals(ExitCode.OK, run("help", "serve"));
    String page = out.toString(StandardCharsets.UTF_8);
    for (Setting setting : Setting.values()) {
      assertTrue(page.contains(setting.flag() + "="), setting.flag());
    }
    out.reset();
    assertEquals(ExitCode.OK, run("serve", "--help"));
    assertEquals(page, out.toString(StandardCharsets.UTF_8));
    out.reset();
    assertEquals(ExitCode.OK, run("help"));
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("serve"));
    assertEquals(List.of(), served);
  }

  @Test
  void servesWhatWasAskedFor() {
    assertEquals(
        CommandDispatcher.GOES_ON, run("serve", "--port=0", "--store", "memory", "--log", "json"));

    assertEquals(0, served.get(0).doors().port());
    assertEquals("memory", served.get(0).config().store().address());
    assertEquals(LogFormat.JSON, served.get(0).log().format());
  }

  private int run(String... words) {
    CommandEnvironment around =
        new CommandEnvironment(
            variables,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            "",
            0,
            "",
            CommandDispatcher::duration);
    return new CommandDispatcher(around, served::add, words).run();
  }
}
