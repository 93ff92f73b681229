package io.tenure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The prose of one file, and its texts that people meet. The prose is the comments, or all of the
 * text if the file is a document.
 */
record Prose(Path file, String text) {

  private static final Pattern TYPE =
      Pattern.compile(
          "^(?:(?:public|final|abstract|sealed|non-sealed) )*"
              + "(?:class|interface|@interface|record|enum) (\\w+)",
          Pattern.MULTILINE);

  private static final Pattern WHOLE_LINE = Pattern.compile("(.*)");

  /** The part of a line that is prose, by the ending of the file. */
  private static final Map<String, Pattern> IN_LINE =
      Map.of(
          "js", Pattern.compile("(?:^|\\s)//(.*)"),
          "css", Pattern.compile("/\\*(.*)\\*/"),
          "html", Pattern.compile("<!--(.*)-->"),
          "lua", Pattern.compile("--(.*)"),
          "md", WHOLE_LINE,
          "yaml", WHOLE_LINE);

  private static final Pattern COMMENT_OF_SCRIPT = Pattern.compile("(?m)(^|\\s)//.*");

  /** A part of a template that the script computes. */
  private static final Pattern COMPUTED = Pattern.compile("\\$\\{([^{}]*)\\}");

  private static final Pattern QUOTED = Pattern.compile("'[^'\n]*'|\"[^\"\n]*\"|`[^`]*`");

  /** One comment or one line of prose. A Javadoc at the left margin is that of a type. */
  record Passage(int line, int end, boolean javadocOfType, String text) {}

  static Prose of(Path file) {
    try {
      return new Prose(file, Files.readString(file));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  List<Passage> passages() {
    if (ending().equals("java")) {
      return comments();
    }
    Pattern prose = IN_LINE.get(ending());
    return prose == null ? List.of() : lines(prose);
  }

  /** The texts that people may meet: string literals, or all lines of a page or a shell script. */
  List<Passage> strings() {
    return switch (ending()) {
      case "java" -> parts(true);
      case "js", "css" -> quoted();
      default -> lines(WHOLE_LINE);
    };
  }

  private String ending() {
    return file.toString().replaceAll(".*[.]", "");
  }

  /** The names of the types at the left margin that have no Javadoc, with their lines. */
  List<Passage> undocumentedTypes() {
    List<Passage> javadocs = comments().stream().filter(Passage::javadocOfType).toList();
    List<Passage> missing = new ArrayList<>();
    Matcher type = TYPE.matcher(text);
    while (type.find()) {
      int at = type.start();
      if (javadocs.stream().noneMatch(javadoc -> javadoc.end <= at && leads(javadoc.end, at))) {
        missing.add(new Passage(line(at), type.end(), false, type.group(1)));
      }
    }
    return missing;
  }

  /** Whether only annotations come between the two. */
  private boolean leads(int from, int to) {
    String between = text.substring(from, to);
    return !between.contains(";") && !between.contains("\n}");
  }

  private List<Passage> comments() {
    return parts(false);
  }

  /** The literals of a Java source, or else its comments. */
  private List<Passage> parts(boolean literals) {
    List<Passage> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = at + 1;
      boolean literal = text.charAt(at) == '"' || text.charAt(at) == '\'';
      boolean comment = text.startsWith("//", at) || text.startsWith("/*", at);
      if (text.startsWith("\"\"\"", at)) {
        end = behindLiteral("\"\"\"", at);
      } else if (literal) {
        end = behindLiteral(text.substring(at, at + 1), at);
      } else if (comment) {
        end = text.startsWith("//", at) ? next("\n", at) : next("*/", at) + 2;
      }
      if (literals ? literal : comment) {
        parts.add(part(at, end));
      }
      at = end;
    }
    return parts;
  }

  /** The quoted texts of a script, with those inside of the computed parts of its templates. */
  private List<Passage> quoted() {
    String code = withoutMatches(COMMENT_OF_SCRIPT, text);
    List<Passage> quoted = new ArrayList<>();
    for (Matcher part = COMPUTED.matcher(code); part.find(); ) {
      addQuoted(quoted, part.group(1), part.start(1));
    }
    addQuoted(quoted, withoutMatches(COMPUTED, code), 0);
    return quoted;
  }

  private void addQuoted(List<Passage> quoted, String code, int from) {
    for (Matcher match = QUOTED.matcher(code); match.find(); ) {
      quoted.add(new Passage(line(from + match.start()), 0, false, match.group()));
    }
  }

  /** Blanks out the matches: everything else stays at its position and in its line. */
  private static String withoutMatches(Pattern pattern, String of) {
    return pattern.matcher(of).replaceAll(match -> match.group().replaceAll("[^\\n]", " "));
  }

  private int behindLiteral(String quote, int from) {
    int at = from + quote.length();
    while (at < text.length() && !text.startsWith(quote, at)) {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + quote.length();
  }

  private int next(String mark, int from) {
    int at = text.indexOf(mark, from);
    return at < 0 ? text.length() : at;
  }

  private Passage part(int from, int to) {
    String part = text.substring(from, Math.min(to, text.length()));
    boolean atMargin = from == 0 || text.charAt(from - 1) == '\n';
    return new Passage(line(from), to, atMargin && part.startsWith("/**"), part);
  }

  /** The prose outside fenced code, line by line. */
  private List<Passage> lines(Pattern prose) {
    List<Passage> lines = new ArrayList<>();
    boolean code = false;
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      code ^= line.strip().startsWith("```");
      Matcher match = prose.matcher(line);
      if (!code && match.find()) {
        lines.add(new Passage(number, 0, false, match.group(1)));
      }
    }
    return lines;
  }

  private int line(int at) {
    return (int) text.substring(0, at).chars().filter(sign -> sign == '\n').count() + 1;
  }
}
