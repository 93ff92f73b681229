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

/** The prose of one file: its comments, or all of its text if the file is a document. */
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
    String ending = file.toString().replaceAll(".*[.]", "");
    if (ending.equals("java")) {
      return comments();
    }
    Pattern prose = IN_LINE.get(ending);
    return prose == null ? List.of() : lines(prose);
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
    List<Passage> comments = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = at + 1;
      if (text.startsWith("\"\"\"", at)) {
        end = behindLiteral("\"\"\"", at);
      } else if (text.charAt(at) == '"' || text.charAt(at) == '\'') {
        end = behindLiteral(text.substring(at, at + 1), at);
      } else if (text.startsWith("//", at)) {
        end = next("\n", at);
        comments.add(comment(at, end));
      } else if (text.startsWith("/*", at)) {
        end = next("*/", at) + 2;
        comments.add(comment(at, end));
      }
      at = end;
    }
    return comments;
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

  private Passage comment(int from, int to) {
    String comment = text.substring(from, Math.min(to, text.length()));
    boolean atMargin = from == 0 || text.charAt(from - 1) == '\n';
    return new Passage(line(from), to, atMargin && comment.startsWith("/**"), comment);
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
