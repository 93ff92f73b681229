package io.tenure.shard;

import java.util.LinkedHashMap;
import java.util.Map;

/** Explains the words for the reasons of a quarantine. */
public final class QuarantineReasonTexts {

  private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

  static {
    MEANINGS.put(
        "backwards",
        "the store has less than it had confirmed: it was restored from a backup, was emptied, or"
            + " failed over to a replica that lagged behind");
    MEANINGS.put(
        "torn",
        "a server stopped while it wrote the shard again from memory: the store may have only a"
            + " part of its leases");
    MEANINGS.put(
        "relaxed",
        "the server that owned the shard ran with durability relaxed and did not stop in order: its"
            + " last answers may not be in the store");
    MEANINGS.put(
        "restarted",
        "the store may have lost its last writes: Redis was restarted without appendonly yes and"
            + " appendfsync always, or another Redis took its place");
  }

  private QuarantineReasonTexts() {}

  /**
   * Returns a sentence without its full stop. For an unknown word, the sentence contains the word.
   */
  public static String meaning(String doubt) {
    return MEANINGS.getOrDefault(doubt, "the store may have lost leases (" + doubt + ")");
  }
}
