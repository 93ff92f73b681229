package io.tenure.store.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Starts the process of a private Redis, and recognises it later. Its methods ask the system. */
final class RedisProcesses {

  /**
   * Its configuration comes from the standard input: some versions take a file name for a pattern,
   * and would not find a file with brackets in its path. Its command line stays as it was at the
   * start and names its directory; by this the server recognises the process later.
   */
  private static final List<String> ARGUMENTS = List.of("-", "--set-proc-title", "no", "--dir");

  private static final Path SHELL = Path.of("/bin/sh");

  /** What a Redis writes holds leaseIds, and by itself Redis lets every user read it. */
  private static final List<String> FOR_OWNER_ONLY =
      List.of(SHELL.toString(), "-c", "umask 077; exec \"$@\"", "sh");

  private RedisProcesses() {}

  /**
   * Starts the Redis in a session of its own where there is a program for that: else a Ctrl-C that
   * is meant for the server reaches the Redis too. The process shares no stream with the server,
   * and so outlives it.
   */
  static ProcessHandle start(Path executable, RedisFiles home, String searchPath)
      throws IOException {
    var command = new ArrayList<String>();
    if (Files.isExecutable(SHELL)) {
      command.addAll(FOR_OWNER_ONLY);
    }
    if (isOnPath("setsid", searchPath)) {
      command.add("setsid");
    }
    command.add(executable.toString());
    command.addAll(arguments(home));
    return new ProcessBuilder(command)
        .directory(home.directory().toFile())
        .redirectInput(home.configuration().toFile())
        .redirectOutput(home.output().toFile())
        .redirectErrorStream(true)
        .start()
        .toHandle();
  }

  /**
   * All living processes that were started for this home, together with their forks. The arguments
   * alone do not say so: every user can start a program with them.
   */
  static List<ProcessHandle> of(RedisFiles home) {
    var arguments = arguments(home);
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                process
                    .info()
                    .arguments()
                    .filter(all -> Collections.indexOfSubList(Arrays.asList(all), arguments) >= 0)
                    .isPresent())
        .filter(process -> ProcessOwner.OF_SYSTEM.works(process, home.directory()))
        .toList();
  }

  private static List<String> arguments(RedisFiles home) {
    return Stream.concat(ARGUMENTS.stream(), Stream.of(home.directory().toString())).toList();
  }

  private static boolean isOnPath(String program, String searchPath) {
    return Stream.of(searchPath.split(File.pathSeparator))
        .map(part -> new File(part, program))
        .anyMatch(file -> file.isAbsolute() && file.isFile() && file.canExecute());
  }
}
