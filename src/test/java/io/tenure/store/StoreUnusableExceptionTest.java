package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StoreUnusableExceptionTest {

  private static final Path PATH = Path.of("/data");

  @Test
  void saysWhatIsWrongAndWhatToDo() {
    assertEquals(
        "cannot use /data: permission denied; make it writable for user "
            + System.getProperty("user.name")
            + ", or use --data with another directory",
        line(new AccessDeniedException("/data/lock")));
    assertEquals(
        "cannot use /data: the file system is read-only;"
            + " mount it writable, or use --data with another directory",
        line(new FileSystemException("/data", null, "Read-only file system")));
    assertEquals(
        "cannot use /data: the disk is full (No space left on device);"
            + " free some space, or use --data with another directory",
        line(new IOException("No space left on device")));
    assertEquals(
        "cannot use /data: the disk is full (Disk quota exceeded);"
            + " free some space, or use --data with another directory",
        line(new FileSystemException("/data", null, "Disk quota exceeded")));
  }

  @Test
  void saysSomethingEvenWhereTheSystemSaysNothing() {
    assertTrue(line(new IOException()).contains("IOException"));
    assertTrue(line(new FileSystemException("/data")).contains("FileSystemException"));
  }

  private static String line(IOException trouble) {
    return String.valueOf(StoreUnusableException.of(PATH, trouble).getMessage());
  }
}
