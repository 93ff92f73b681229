package io.tenure.door.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the part of YAML that the API description uses: maps, lists and one-line texts. */
final class Yaml {

  private final List<String> lines = new ArrayList<>();
  private int at;

  private Yaml(String text) {
    text.lines().filter(line -> !line.isBlank()).forEach(lines::add);
  }

  static Map<String, Object> read(String text) {
    return new Yaml(text).map(0);
  }

  private Map<String, Object> map(int indent) {
    Map<String, Object> map = new LinkedHashMap<>();
    while (at < lines.size() && indentOf(at) == indent && !isItem(at)) {
      String line = lines.get(at++).trim();
      int colon = line.indexOf(':');
      String rest = line.substring(colon + 1).trim();
      map.put(
          bare(line.substring(0, colon)), rest.isEmpty() ? block(indent) : scalar(rest, indent));
    }
    return map;
  }

  private Object block(int above) {
    int indent = at < lines.size() ? indentOf(at) : 0;
    if (indent <= above) {
      return "";
    }
    if (!isItem(at)) {
      return map(indent);
    }
    List<Object> list = new ArrayList<>();
    while (at < lines.size() && indentOf(at) == indent && isItem(at)) {
      lines.set(at, lines.get(at).replaceFirst("- ", "  "));
      list.add(map(indent + 2));
    }
    return list;
  }

  private Object scalar(String text, int indent) {
    if (text.equals(">-")) {
      while (at < lines.size() && indentOf(at) > indent) {
        at++;
      }
      return "";
    }
    if (text.startsWith("[")) {
      List<Object> list = new ArrayList<>();
      for (String one : text.substring(1, text.length() - 1).split(",")) {
        list.add(bare(one.trim()));
      }
      return list;
    }
    return bare(text);
  }

  private boolean isItem(int line) {
    return lines.get(line).trim().startsWith("- ");
  }

  private int indentOf(int line) {
    String text = lines.get(line);
    return text.length() - text.stripLeading().length();
  }

  private static String bare(String text) {
    boolean quoted = text.startsWith("\"") || text.startsWith("'");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
