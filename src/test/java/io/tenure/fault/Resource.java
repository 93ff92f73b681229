package io.tenure.fault;

import java.util.HashMap;
import java.util.Map;

/**
 * The resource that the keys protect: it compares tokens, as every resource should, and refuses a
 * smaller one.
 */
final class Resource {

  private final Map<String, Long> marks = new HashMap<>();

  boolean write(String key, long token) {
    return marks.merge(key, token, Math::max) == token;
  }
}
