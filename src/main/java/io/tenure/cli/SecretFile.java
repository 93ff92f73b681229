package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads a secret from a file. Its refusals never show the name of that file: by mistake it may be
 * the secret itself.
 */
public final class SecretFile {

  /** Many times the size of a password or of a token. */
  private static final int BYTES_MAX = 1 << 16;

  private SecretFile() {}

  /**
   * Returns what the file holds, without the end of its last line.
   *
   * @param place the flag, variable or field that names the file
   * @throws InvalidFieldException if there is no secret to be read
   */
  public static String read(String place, String path) {
    try (InputStream in = Files.newInputStream(Path.of(path))) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw refused(place, "has more than " + BYTES_MAX + " bytes");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      String secret = text.replaceFirst("\\r?\\n\\z", "");
      if (secret.isEmpty()) {
        throw refused(place, "is empty");
      }
      return secret;
    } catch (NoSuchFileException missing) {
      throw refused(place, "is not there");
    } catch (AccessDeniedException denied) {
      throw refused(place, "is not for this user to read");
    } catch (CharacterCodingException binary) {
      throw refused(place, "is not UTF-8");
    } catch (IOException | InvalidPathException unreadable) {
      throw refused(place, "cannot be read");
    }
  }

  private static InvalidFieldException refused(String place, String why) {
    return new InvalidFieldException(
        place, "names a file that " + why + "; name one that holds the secret and nothing else");
  }
}
