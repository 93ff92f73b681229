package io.tenure.sim.redis;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The machines of one deployment: the primary among them, and their names in Redis. */
final class Machines {

  private static final String NO_REPLID = "0".repeat(40);

  private final SplittableRandom chance;
  private final Map<Integer, String> runIds = new TreeMap<>();
  private int primary;
  private String replid;
  private String formerReplid = NO_REPLID;
  private int incarnation;

  /** The number of replicas that are connected to the primary. */
  int connected;

  /** The number of replicas that report that they have the writes. */
  int acknowledging;

  Machines(long seed) {
    chance = new SplittableRandom(seed);
    replid = id();
  }

  int primary() {
    return primary;
  }

  int incarnation() {
    return incarnation;
  }

  String runId() {
    return runIds.computeIfAbsent(primary, first -> id());
  }

  void restart(int machine) {
    runIds.put(machine, id());
    if (machine == primary) {
      replid = id();
      formerReplid = NO_REPLID;
      incarnation++;
    }
  }

  void promote(int machine) {
    if (machine == primary) {
      throw new IllegalArgumentException(
          "machine is " + machine + ", which is the primary; use another one");
    }
    runId();
    primary = machine;
    formerReplid = replid;
    replid = id();
    incarnation++;
  }

  String replication() {
    StringBuilder text = new StringBuilder("# Replication\r\nrole:master\r\n");
    text.append("connected_slaves:").append(connected).append("\r\n");
    for (int slave = 0; slave < connected; slave++) {
      text.append("slave").append(slave).append(":ip=127.0.0.1,port=").append(7000 + slave);
      text.append(",state=online,offset=0,lag=0\r\n");
    }
    text.append("master_failover_state:no-failover\r\n");
    text.append("master_replid:").append(replid).append("\r\n");
    text.append("master_replid2:").append(formerReplid).append("\r\n");
    return text.append("master_repl_offset:0\r\nsecond_repl_offset:-1\r\n").toString();
  }

  String server() {
    return "# Server\r\nredis_version:6.2.6\r\nredis_mode:standalone\r\nrun_id:"
        + runId()
        + "\r\ntcp_port:6379\r\n";
  }

  private String id() {
    StringBuilder id = new StringBuilder();
    while (id.length() < NO_REPLID.length()) {
      id.append(Integer.toHexString(chance.nextInt(16)));
    }
    return id.toString();
  }
}
