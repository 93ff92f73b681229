package io.tenure.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Says that the data or the store of the server cannot be used. The message is for people, complete
 * by itself: the problem, the file, and the remedy.
 */
public final class StoreUnusableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String ELSEWHERE = "use --data with another directory";

  public StoreUnusableException(String line) {
    super(line, null, false, false);
  }

  public StoreUnusableException(String line, Throwable cause) {
    super(line, cause, false, false);
  }

  /** The system refused access to {@code path}, which belongs to the server's data. */
  public static StoreUnusableException of(Path path, IOException trouble) {
    return new StoreUnusableException("cannot use " + path + ": " + line(trouble), trouble);
  }

  private static String line(IOException trouble) {
    String said = said(trouble);
    String plain = said.toLowerCase(Locale.ROOT);
    if (trouble instanceof AccessDeniedException || plain.contains("permission denied")) {
      return "permission denied; make it writable for user "
          + System.getProperty("user.name")
          + ", or "
          + ELSEWHERE;
    } else if (plain.contains("read-only")) {
      return "the file system is read-only; mount it writable, or " + ELSEWHERE;
    } else if (plain.contains("no space left") || plain.contains("quota exceeded")) {
      return "the disk is full (" + said + "); free some space, or " + ELSEWHERE;
    } else if (plain.contains("name too long")) {
      return "the path is too long for this system; use --data with a shorter one";
    } else if (plain.contains("not a directory") || trouble instanceof FileAlreadyExistsException) {
      return "a part of the path is a file, not a directory; " + ELSEWHERE;
    }
    return said + "; fix it, or " + ELSEWHERE;
  }

  private static String said(IOException trouble) {
    if (trouble instanceof FileSystemException about && about.getReason() != null) {
      return about.getReason();
    }
    String message = trouble.getMessage();
    return message == null || trouble instanceof FileSystemException
        ? trouble.getClass().getSimpleName()
        : message;
  }
}
