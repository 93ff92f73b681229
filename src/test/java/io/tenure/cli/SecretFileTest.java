package io.tenure.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.api.InvalidFieldException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"geheim", "geheim\n", "geheim\r\n"})
  void aLineEndIsNoPartOfTheSecret(String text) throws IOException {
    Files.writeString(file, text);

    assertEquals("geheim", SecretFile.read("--file", file.toString()));
  }

  @Test
  void allElseIsAPartOfIt() throws IOException {
    Files.writeString(file, " ge\nhei\u00e4m \n\n");

    assertEquals(" ge\nhei\u00e4m \n", SecretFile.read("--file", file.toString()));
  }

  @Test
  void aFileWithoutASecretIsRefused() throws IOException {
    assertRefused("is not there", file.toString());
    assertRefused("cannot be read", directory.toString());
    assertRefused("cannot be read", "\0");
    Files.writeString(file, "");
    assertRefused("is empty", file.toString());
    Files.writeString(file, "\r\n");
    assertRefused("is empty", file.toString());
    Files.write(file, new byte[] {'a', (byte) 0xff});
    assertRefused("is not UTF-8", file.toString());
    Files.write(file, new byte[1 << 17]);
    assertRefused("has more than 65536 bytes", file.toString());
  }

  /** The path is not in the refusal: by mistake it may be the secret. */
  private static void assertRefused(String why, String path) {
    InvalidFieldException refused =
        assertThrows(InvalidFieldException.class, () -> SecretFile.read("--file", path));

    assertEquals(
        "--file names a file that " + why + "; name one that holds the secret and nothing else",
        refused.getMessage());
  }
}
