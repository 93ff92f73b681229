package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares {@code docs/cli.md} and the completions of the shells with the commands themselves. */
class CliPageTest {

  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+)  +[A-Z]");
  private static final Path PAGE = Path.of("docs/cli.md");

  @TempDir Path directory;

  private final Cli cli = new Cli("http://127.0.0.1:1");

  @Test
  void thePageShowsWhatEachCommandSaysOfItself() throws IOException {
    String page = Files.readString(PAGE);
    for (String command : commands()) {
      String help = cli.output("help", command).stripTrailing();
      String section = "### " + command + "\n\n```\n" + help + "\n```\n";
      assertTrue(page.contains(section), "docs/cli.md should have:\n\n" + section);
    }
  }

  @Test
  void thePageExplainsEveryExitCode() throws Exception {
    String page = Files.readString(PAGE);
    for (Field code : ExitCode.class.getFields()) {
      if (!code.getName().equals("SIGNALS")) {
        assertTrue(page.contains("| " + code.getInt(null) + " |"), code.getName());
      }
    }
  }

  @Test
  void examplesComeFirst() {
    for (String command : commands()) {
      String[] paragraphs = cli.output("help", command).split("\n\n");
      assertTrue(paragraphs[1].contains("tenure " + command), paragraphs[1]);
      assertTrue(paragraphs[2].startsWith("Usage: "), paragraphs[2]);
    }
  }

  @Test
  void bashCompletesCommandsAndFlags() throws Exception {
    Path script = directory.resolve("completion");
    Files.writeString(script, cli.output("completion", "bash"));
    String asks =
        """
        set -e
        source "$1"
        complete -p tenure
        compopt() { :; } # works only while somebody types
        COMP_WORDS=(tenure ho) COMP_CWORD=1
        _complete_tenure
        echo "${COMPREPLY[@]}"
        COMP_WORDS=(tenure hold --gr) COMP_CWORD=2
        _complete_tenure
        echo "${COMPREPLY[@]}"
        """;
    Process bash =
        new ProcessBuilder("bash", "-c", asks, "bash", script.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(bash.waitFor(30, TimeUnit.SECONDS));
    assertEquals(0, bash.exitValue(), said);
    List<String> lines = said.lines().toList();
    assertTrue(lines.get(0).contains("_complete_tenure"), said);
    assertEquals("hold", lines.get(1).strip(), said);
    assertTrue(lines.get(2).contains("--grace"), said);
  }

  /** All commands except help and serve, which has its own page. */
  private List<String> commands() {
    List<String> all =
        COMMAND.matcher(cli.output("help")).results().map(each -> each.group(1)).toList();
    List<String> asking =
        all.stream().filter(each -> !List.of("serve", "help").contains(each)).toList();
    assertEquals(14, asking.size(), all.toString());
    return asking;
  }
}
