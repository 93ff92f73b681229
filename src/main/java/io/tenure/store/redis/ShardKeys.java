package io.tenure.store.redis;

/** The names of a shard's hashes. The braces give all of them the same hash slot of a cluster. */
record ShardKeys(String meta, String leases, String lockDelays, String fences) {

  /** One command of a load hands out so many; a page of plain leases is under a megabyte. */
  static final int SEGMENT_ROWS = 4_096;

  static ShardKeys of(int shard) {
    String tag = "tenure:{" + shard + "}:";
    return new ShardKeys(tag + "meta", tag + "leases:", tag + "bars", tag + "fences");
  }

  String segment(int segment) {
    return leases + segment;
  }
}
