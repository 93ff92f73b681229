package io.tenure.cli;

import io.tenure.client.calls.ShardStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Names the shards with quarantines that no server has reported, and the remedy. */
final class UnreportedQuarantines {

  /** The most shards that one message names. */
  private static final int NAMED_MAX = 8;

  private UnreportedQuarantines() {}

  /** Whether a server owns the shard that was not asked or has not answered. */
  static boolean isElsewhere(ShardStatus shard) {
    return !shard.isFromOwner() && !shard.owner().isEmpty();
  }

  /** Returns a message for each server that owns shards, but was not asked or has not answered. */
  static List<String> elsewhere(List<ShardStatus> shards) {
    Map<String, List<Integer>> owners = new TreeMap<>();
    for (ShardStatus shard : shards) {
      if (isElsewhere(shard)) {
        owners.computeIfAbsent(shard.owner(), owner -> new ArrayList<>()).add(shard.shard());
      }
    }
    return owners.entrySet().stream()
        .map(
            owned ->
                named(owned.getValue())
                    + " owned by "
                    + owned.getKey()
                    + "; the asked servers do not know its quarantines: add its address to "
                    + ParsedCommand.ADDRESS_VARIABLE
                    + ", or ask again when it answers")
        .toList();
  }

  /** Returns the messages of {@link #elsewhere}, and one for shards that no server serves yet. */
  static List<String> of(List<ShardStatus> shards) {
    List<String> all = new ArrayList<>(elsewhere(shards));
    List<Integer> unserved =
        shards.stream()
            .filter(shard -> !isElsewhere(shard) && !shard.isServed())
            .map(ShardStatus::shard)
            .toList();
    if (!unserved.isEmpty()) {
      all.add(named(unserved) + " not served yet, and a quarantine may begin then: ask again");
    }
    return all;
  }

  private static String named(List<Integer> shards) {
    if (shards.size() == 1) {
      return "shard " + shards.get(0) + " is";
    }
    String first =
        shards.stream().limit(NAMED_MAX).map(String::valueOf).collect(Collectors.joining(", "));
    int more = shards.size() - NAMED_MAX;
    return "shards " + first + (more > 0 ? " and " + more + " more are" : " are");
  }
}
