package io.tenure.cli.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a command gets its words as they are, and only the variables that it may have. */
@RealMachine
class WordsTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path directory;
  private Path heard;

  @BeforeEach
  void name() throws Exception {
    directory = directory.toRealPath();
    heard = directory.resolve("heard");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aProgramWithAnEqualsSignInItsPathIsRun(boolean sharesTerminal) throws Exception {
    Path program = program("a=b/run");

    assertEquals(0, run(sharesTerminal, program.toString(), "x=1", "-S", "--", "two words"));

    assertEquals(program + "|x=1|-S|--|two words|", Files.readString(heard));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a=b", "-S", "-Sx", "-i", "-", "--", "-5", "-n", "--help", "--version", "-u"})
  void aWordIsTheNameOfTheProgramAndNothingElse(String word) throws Exception {
    for (boolean sharesTerminal : List.of(true, false)) {
      Path ran = directory.resolve("ran");
      int code = run(sharesTerminal, word, "touch", ran.toString());

      assertEquals(127, code, word);
      assertFalse(Files.exists(ran), word);
    }
  }

  @Test
  void wordsOfEveryKindArrive() throws Exception {
    List<String> words = new ArrayList<>(List.of(program("plain").toString()));
    words.addAll(List.of("", "-S a=b", "*", "$HOME", "`id`", "a\nb", "--default-signal", "'\""));

    assertEquals(0, run(false, words.toArray(String[]::new)));

    assertEquals(String.join("|", words) + "|", Files.readString(heard));
  }

  @Test
  void theVariablesArriveExceptThoseThatAreWithheld() throws Exception {
    String path = System.getenv("PATH");
    Map<String, String> more = Map.of("with.dot", "1", "HEARD", heard.toString());
    Set<String> withheld = Set.of("HOME", "TENURE_AUTH");

    assertEquals(0, run(more, withheld, false, "sh", "-c", "exec /usr/bin/env >\"$HEARD\""));

    List<String> variables = Files.readAllLines(heard);
    assertTrue(variables.contains("PATH=" + path), variables.toString());
    assertTrue(variables.stream().noneMatch(each -> each.startsWith("HOME=")));
  }

  private int run(boolean sharesTerminal, String... words) throws Exception {
    return run(Map.of("HEARD", heard.toString()), Set.of(), sharesTerminal, words);
  }

  private static int run(
      Map<String, String> more, Set<String> withheld, boolean sharesTerminal, String... words)
      throws Exception {
    ProcessTree tree =
        ProcessTree.ready(List.of(words), more, withheld, sharesTerminal, "key", PATIENCE).start();
    try {
      assertTrue(tree.ends(PATIENCE));
      return tree.exitCode();
    } finally {
      tree.dismiss();
    }
  }

  private Path program(String name) throws Exception {
    Path program = directory.resolve(name);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\nprintf '%s|' \"$0\" \"$@\" >\"$HEARD\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }
}
