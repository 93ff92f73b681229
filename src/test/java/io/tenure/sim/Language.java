package io.tenure.sim;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The languages of marked code, which is read as text because it is short. */
enum Language {
  JAVA(".java", "//.*|(?s:/\\*.*?\\*/)", "\\s*\\R\\s*", "&&|\\|\\||\\S"),
  LUA(".lua", "--.*", "\\s*\\R\\s*(?=(?:and|or) )", "\\b(?:and|or|then)\\b|\\R|\\S");

  private static final Pattern BROKEN_LINE =
      Pattern.compile("(?<=\\()\\s*\\R\\s*|\\s*\\R\\s*(?=\\.)");

  private static final Pattern OPERAND = Pattern.compile("(?:&&|\\|\\||and|or) ");

  private static final Set<String> OPERATORS = Set.of("&&", "||", "and", "or");
  private static final Set<String> OPENS = Set.of("(", "[", "{");
  private static final Set<String> CLOSES = Set.of(")", "]", "}");
  private static final Set<String> ENDS = Set.of(";", "{", "then", "\n");

  private final String suffix;
  private final Pattern comments;
  private final Pattern withinAStatement;
  private final Pattern tokens;

  /** {@code withinAStatement}: the line breaks that end no statement. */
  Language(String suffix, String comment, String withinAStatement, String token) {
    String text = "(\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|'[^'\\\\]*(?:\\\\.[^'\\\\]*)*')";
    this.suffix = suffix;
    this.comments = Pattern.compile(text + "|" + comment);
    this.withinAStatement = Pattern.compile(withinAStatement);
    this.tokens = Pattern.compile(text + "|" + token);
  }

  static Optional<Language> of(Path file) {
    return Stream.of(values()).filter(each -> file.toString().endsWith(each.suffix)).findAny();
  }

  /** The code that begins at {@code at}, without comments and with each statement on one line. */
  Marked marked(String source, int at) {
    String bare = comments.matcher(source.substring(at)).replaceAll("$1").strip();
    String joined = BROKEN_LINE.matcher(bare).replaceAll("");
    String code = withinAStatement.matcher(joined).replaceAll(" ");
    String marked = code.substring(0, end(code)).stripTrailing();
    return new Marked(source.substring(0, at), marked, code.substring(marked.length()));
  }

  /**
   * The end of the statement or its head, of the argument, or of the operand or call with the code
   * that joins it.
   */
  private int end(String code) {
    Set<String> joints =
        code.startsWith(".")
            ? Set.of(".")
            : OPERAND.matcher(code).lookingAt() ? OPERATORS : Set.of();
    int comma = -1;
    int depth = 0;
    for (Matcher at = tokens.matcher(code); at.find(); ) {
      String token = at.group();
      if (depth == 0 && CLOSES.contains(token)) {
        return comma < 0 ? at.start() : comma;
      } else if (depth == 0 && at.start() > 0 && joints.contains(token)) {
        return at.start();
      } else if (depth == 0 && ENDS.contains(token)) {
        return joints.isEmpty() ? at.end() : at.start();
      } else if (depth == 0 && comma < 0 && token.equals(",")) {
        comma = at.start();
      }
      depth += OPENS.contains(token) ? 1 : CLOSES.contains(token) ? -1 : 0;
    }
    return code.length();
  }
}
