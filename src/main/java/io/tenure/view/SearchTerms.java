package io.tenure.view;

import io.tenure.api.Key;
import io.tenure.api.PerShardRequest.Query;

/**
 * A typed search: the beginning of a key, a part of it after {@code *}, or its holder after
 * {@code @}.
 */
record SearchTerms(String prefix, String part, String holder) {

  private static final int CHARS_MAX = 256;

  static SearchTerms parse(String typed) {
    String text = typed.strip();
    if (text.length() > CHARS_MAX) {
      text = text.substring(0, CHARS_MAX);
    }
    if (text.startsWith("@")) {
      return new SearchTerms("", "", text.substring(1));
    }
    return text.startsWith("*")
        ? new SearchTerms("", text.substring(1), "")
        : new SearchTerms(text, "", "");
  }

  Query question(long cursor, int limit) {
    return new Query.Find(prefix, part, holder, cursor, limit);
  }

  boolean fits(Key key, String heldBy) {
    String name = key.toString();
    return name.startsWith(prefix)
        && name.contains(part)
        && (holder.isEmpty() || holder.equals(heldBy));
  }
}
