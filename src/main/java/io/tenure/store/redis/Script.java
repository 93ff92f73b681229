package io.tenure.store.redis;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts that Redis runs, each all or nothing. */
enum Script {
  LAYOUT,
  CLAIM("identity", "epoch"),
  ADVANCE("identity", "epoch"),
  EXTEND("identity"),
  LEAVE,
  PROMISE("identity"),
  APPEND,
  CHECK("identity"),
  WIPE,
  WHOLE;

  private final byte[] text;
  private final byte[] digest;

  /** {@code preludes}: the parts that precede it, in addition to the guard. */
  Script(String... preludes) {
    StringBuilder source = new StringBuilder(read("guard"));
    for (String prelude : preludes) {
      source.append(read(prelude));
    }
    source.append(read(name().toLowerCase(Locale.ROOT)));
    text = source.toString().getBytes(StandardCharsets.UTF_8);
    digest = sha1(text);
  }

  /** By digest, which is short, or with the text, which Redis then remembers. */
  Request request(boolean withText) {
    return withText
        ? Request.cmd(Command.EVAL).arg(text)
        : Request.cmd(Command.EVALSHA).arg(digest);
  }

  private static String read(String name) {
    try (InputStream script = Script.class.getResourceAsStream(name + ".lua")) {
      if (script == null) {
        throw new IllegalStateException("the build has left out " + name + ".lua");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static byte[] sha1(byte[] text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(text);
      return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
