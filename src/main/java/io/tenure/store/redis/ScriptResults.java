package io.tenure.store.redis;

import io.tenure.store.LeaseStore.Declined;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.StoreUnavailableException;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.time.Instant;

/** Reads the answers of the scripts: a word, and its details behind it, if any. */
final class ScriptResults {

  private ScriptResults() {}

  static boolean is(Response answer, String word) {
    return word(answer).equals(word);
  }

  private static String word(Response answer) {
    return (answer.type() == ResponseType.MULTI ? answer.get(0) : answer).toString();
  }

  /** The answer, if the script did its work. */
  static Response done(Response answer, int shard) {
    String word = word(answer);
    switch (word) {
      case "OK" -> {
        return answer;
      }
      case "MOVED" ->
          throw new Refused("the epoch of shard " + shard + " moved on to " + answer.get(1));
      case "LEFT" -> throw new Refused("shard " + shard + " was left, or is another owner's");
      case "BACK" ->
          throw new WentBackwards(
              "Redis has lost data: shard " + shard + " is back at epoch " + answer.get(1));
      case "GAP" ->
          throw new WentBackwards(
              "Redis has lost data: shard "
                  + shard
                  + " is durable only up to change "
                  + answer.get(1));
      case "UNTOLD" ->
          throw new WentBackwards(
              "Redis has lost data: it has forgotten for how long shard "
                  + shard
                  + " may promise leases");
      case "LAYOUT" ->
          throw new Refused(
              "the store was first used with "
                  + answer.get(1)
                  + " shards, and this server has "
                  + answer.get(2)
                  + "; start it with --shards "
                  + answer.get(1)
                  + ", or use another store");
      case "FORGOTTEN" ->
          throw new Refused(
              "Redis has lost data of shard "
                  + shard
                  + ", or is new: this server waits for one ownership period, in which an owner"
                  + " that still runs writes everything again");
      case "LEARN" ->
          throw new Refused(
              "another server knows a longer promise, or a longer ownership period, of shard "
                  + shard);
      case "LATE" ->
          throw new StoreUnavailableException(
              "shard " + shard + " has gone on since: claim it again before anything else");
      case "CLOCK" ->
          throw new Declined(
              "the clock of Redis shows "
                  + Instant.ofEpochSecond(answer.get(1).toLong())
                  + ", and shard "
                  + shard
                  + " would run out of numbers: set the clock of its machine right");
      case "SPENT" ->
          throw new Declined(
              "shard " + shard + " has used up its epochs: move its keys to a new store");
      case "FORMAT" ->
          throw new Declined(
              "shard "
                  + shard
                  + " was written in format "
                  + answer.get(1)
                  + ": run the version of Tenure that wrote it, or a later one");
      default -> throw new StoreUnavailableException("a script answered " + word);
    }
  }
}
