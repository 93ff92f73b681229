package io.tenure.server.config;

import io.tenure.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.AnchorNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads settings from a file, each with its line. */
final class ConfigFile {

  /** A hundred times the size of every setting with its comment. */
  private static final int BYTES_MAX = 1 << 20;

  /** A name in another form may be a value, and so a password, before which a blank is missing. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

  private final String path;
  private final Map<String, Setting> known;
  private final Map<String, Integer> lines = new HashMap<>();
  private final List<GivenSetting> given = new ArrayList<>();

  private ConfigFile(String path) {
    this.path = path;
    known = Stream.of(Setting.values()).collect(Collectors.toMap(Setting::yaml, each -> each));
  }

  /**
   * Reads the file.
   *
   * @param place the setting that named the file
   */
  static List<GivenSetting> read(String path, String place) {
    ConfigFile file = new ConfigFile(path);
    file.parse(text(path, place));
    return file.given;
  }

  private static String text(String path, String place) {
    try {
      Path found = Path.of(path);
      if (Files.isRegularFile(found) && Files.size(found) > BYTES_MAX) {
        throw new ConfigError(
            path + " has more than " + BYTES_MAX + " bytes; see config/tenure.yaml for what fits");
      }
      return Files.readString(found);
    } catch (NoSuchFileException missing) {
      throw unreadable(path, place, "there is no such file");
    } catch (AccessDeniedException denied) {
      throw unreadable(path, place, "permission denied");
    } catch (CharacterCodingException binary) {
      throw new ConfigError(path + " is not UTF-8; save it as UTF-8");
    } catch (IOException | InvalidPathException trouble) {
      throw unreadable(path, place, "it cannot be read");
    }
  }

  private static ConfigError unreadable(String path, String place, String why) {
    return new ConfigError(
        place + " names " + path + ": " + why + "; name a file that this user can read",
        ExitCode.NOT_FOUND);
  }

  private void parse(String text) {
    LoadSettings strict =
        LoadSettings.builder().setSchema(new CoreSchema()).setMaxAliasesForCollections(0).build();
    try {
      new Compose(strict).composeString(text).ifPresent(this::root);
    } catch (MarkedYamlEngineException broken) {
      int line = broken.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      throw new ConfigError(
          path + ":" + line + ": this is not YAML (" + oneLine(broken.getProblem()) + "); fix it");
    } catch (StackOverflowError bottomless) {
      // The parser has no limit of its own.
      throw new ConfigError(path + " is nested too deep; see config/tenure.yaml for its form");
    } catch (YamlEngineException broken) {
      throw new ConfigError(
          path + ": this is not YAML (" + oneLine(String.valueOf(broken.getMessage())) + ")");
    }
  }

  private void root(Node root) {
    if (root instanceof MappingNode fields) {
      group("", fields);
    } else if (!isNull(root)) {
      throw new ConfigError(at(root) + "this is no field; write one per line, as in port: 7420");
    }
  }

  private void group(String prefix, MappingNode fields) {
    for (NodeTuple field : fields.getValue()) {
      if (!(field.getKeyNode() instanceof ScalarNode key)) {
        throw new ConfigError(at(field.getKeyNode()) + "this is no field; write name: value");
      }
      String name = prefix + key.getValue();
      Integer before = lines.putIfAbsent(name, line(key));
      if (before != null) {
        throw new ConfigError(at(key) + name + " is already in line " + before + "; write it once");
      }
      field(name, key, field.getValueNode());
    }
  }

  private void field(String name, Node key, Node value) {
    Setting setting = known.get(name);
    boolean group = known.keySet().stream().anyMatch(each -> each.startsWith(name + "."));
    if (setting == null && !group) {
      throw new ConfigError(
          at(key)
              + "there is no field "
              + (NAME.matcher(name).matches() ? name : "with this name")
              + SpellingSuggestion.hint(name, known.keySet())
              + "; remove it, or see config/tenure.yaml");
    }
    if (group && value instanceof MappingNode fields) {
      group(name + ".", fields);
    } else if (group && !isNull(value)) {
      throw new ConfigError(at(key) + name + " is a group; write its fields below, indented");
    } else if (setting != null && value instanceof ScalarNode text && !isNull(value)) {
      given.add(new GivenSetting(setting, text.getValue(), at(key) + name));
    } else if (setting != null) {
      throw new ConfigError(
          at(key)
              + name
              + (isNull(value) ? " has no value" : " is not one value")
              + "; write "
              + name.substring(name.lastIndexOf('.') + 1)
              + ": "
              + setting.defaultText());
    }
  }

  private static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL) || node instanceof AnchorNode;
  }

  private String at(Node node) {
    return path + ":" + line(node) + ": ";
  }

  private static int line(Node node) {
    return node.getStartMark().map(Mark::getLine).orElse(0) + 1;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
