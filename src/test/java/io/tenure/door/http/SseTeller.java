package io.tenure.door.http;

import io.tenure.api.Operation;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;

/** Runs the stories over HTTP, and follows all changes by Server-Sent Events. */
public final class SseTeller extends HttpTeller {

  private final Events all;

  public SseTeller(OpenDoor door) {
    super(door);
    all = events("");
  }

  /** Checks that the watch reports each grant as well. */
  @Override
  public Supplier<Answer> begin(Operation operation, String fields) {
    Supplier<Answer> asked = super.begin(operation, fields);
    return () -> {
      Answer answer = asked.get();
      if (operation == Operation.ACQUIRE && answer.status() == 201) {
        find("granted", answer.number("token"));
      }
      return answer;
    };
  }

  @Override
  public String ending(Answer granted) {
    long token = granted.number("token");
    try {
      Events.Seen seen = all.next();
      while (seen.name().equals("granted") || seen.token() != token) {
        seen = all.next();
      }
      return seen.name().toUpperCase(Locale.ROOT);
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  @Override
  public void close() {
    try {
      all.close();
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  private void find(String type, long token) {
    try {
      Events.Seen seen = all.next(type);
      while (seen.token() != token) {
        seen = all.next(type);
      }
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}
