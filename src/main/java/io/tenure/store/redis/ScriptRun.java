package io.tenure.store.redis;

import io.vertx.redis.client.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One run of a script: its keys, of one shard, then its arguments. */
final class ScriptRun {

  private final Script script;
  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> args = new ArrayList<>();

  ScriptRun(Script script, String meta) {
    this.script = script;
    key(meta);
  }

  /** The number by which the script knows the key. */
  int key(String key) {
    keys.add(bytes(key));
    return keys.size();
  }

  ScriptRun arg(byte[] arg) {
    args.add(arg);
    return this;
  }

  ScriptRun arg(String arg) {
    return arg(bytes(arg));
  }

  ScriptRun arg(long arg) {
    return arg(Long.toString(arg));
  }

  ScriptRun arg(boolean arg) {
    return arg(arg ? "1" : "0");
  }

  Request request(boolean withText) {
    Request request = script.request(withText).arg(keys.size());
    keys.forEach(request::arg);
    args.forEach(request::arg);
    return request;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
