package io.tenure.shard.commit;

import java.util.Map;
import java.util.Set;

/**
 * The permitted steps between states, as a table: for each state the states that may follow it. Any
 * other step is a mistake of this server, and throws an exception.
 */
public record TransitionTable<S extends Enum<S>>(Map<S, Set<S>> table) {

  public TransitionTable {
    table = Map.copyOf(table);
  }

  /** Returns the states that may follow {@code from}; none when {@code from} is the last one. */
  public Set<S> after(S from) {
    return table.getOrDefault(from, Set.of());
  }

  /** Returns {@code to}, which must be one of the states that may follow {@code from}. */
  public S step(S from, S to) {
    if (!after(from).contains(to)) {
      throw new IllegalStateException(to + " does not follow " + from);
    }
    return to;
  }
}
