package io.tenure.store;

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
  CLAIM,
  EXTEND,
  LEAVE,
  APPEND,
  CHECK,
  WIPE,
  WHOLE;

  private final byte[] text;
  private final byte[] digest;

  Script() {
    String name = name().toLowerCase(Locale.ROOT) + ".lua";
    text = (read("guard.lua") + read(name)).getBytes(StandardCharsets.UTF_8);
    digest = sha1(text);
  }

  /** By digest, which is short, or with the text, which Redis then remembers. */
  Request request(boolean withText) {
    return withText
        ? Request.cmd(Command.EVAL).arg(text)
        : Request.cmd(Command.EVALSHA).arg(digest);
  }

  private static String read(String name) {
    try (InputStream script = Script.class.getResourceAsStream(name)) {
      if (script == null) {
        throw new IllegalStateException("the build has left out " + name);
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
