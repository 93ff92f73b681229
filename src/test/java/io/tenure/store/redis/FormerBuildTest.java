package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.PERIOD;
import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.LeaseStore.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Checks a store that a server of 2026-11-18 has written, and such a server together with one of
 * this build. The scripts and the journal of the former server are stored with the tests.
 */
class FormerBuildTest extends RedisGroundwork {

  private static final Path FORMER = Path.of("src/test/resources/io/tenure/store/format-1");
  private static final Pattern LEASE_LIKE_SESSION =
      Pattern.compile(
          "\\[Mode\\[kind=\\w+, slots=\\d+], (\\d+), [^]]*?]"
              + "(-?\\d+/-?\\d+Kept\\[tenure=Tenure\\[slot=\\d+, token=\\d+, key=null, "
              + "holder=.*?], value=)"
              + ".*?, (?=graceMillis=)",
          Pattern.DOTALL);
  private static final String META = "tenure:{5}:meta";
  private static final String LATE_BEAT = "0";

  @SuppressWarnings("NullAway.Init") // Each test opens its own connection.
  private RespClient raw;

  @AfterEach
  void hangUp() throws IOException {
    if (raw != null) {
      raw.close();
    }
  }

  @Test
  void itsJournalIsTakenOverWithoutLosingALease() throws Exception {
    start();
    for (String line : Files.readAllLines(FORMER.resolve("journal.txt"))) {
      String[] words = line.split(" ");
      raw.command(
          ScriptRun.bytes("HSET"),
          ScriptRun.bytes(words[0]),
          Base64.getDecoder().decode(words[1]),
          Base64.getDecoder().decode(words[2]));
    }
    String run =
        redis.command("INFO", "server").replaceAll("(?s).*\\brun_id:(\\w+).*", "$1").strip();
    redis.command("HSET", META, "run", run);
    RedisStore next = server();
    standBy(next, "b", PERIOD * 11 / 10);

    var claim = Answered.of(next.claim(SHARD, "b", PERIOD, false));
    assertEquals("", claim.doubt());
    assertTrue(claim.epoch() > 215_000_000);
    String ledger = Ledgers.after(load(next, claim.epoch()));
    assertEquals(
        plainSessions(Files.readString(FORMER.resolve("ledger.txt"))),
        plainSessions(ledger.replace(", guests=[]", "")),
        "what it knew; it knew of no guests");
  }

  /**
   * The journal was made up at random, so that some of its sessions have fields that only leases
   * have.
   */
  private static String plainSessions(String ledger) {
    return LEASE_LIKE_SESSION.matcher(ledger).replaceAll("$1 $2null, ");
  }

  @Test
  void aServerOfThisBuildStandsByForAFormerOneAndSucceedsIt() throws Exception {
    start();
    String epoch = formerClaim("a", "former", "", "").get(1);
    RedisStore standby = server();
    standBy(standby, "b", PERIOD * 2 / 3);
    assertEquals("OK", formerExtend(epoch, "a", "former"));
    standBy(standby, "b", PERIOD * 11 / 10);
    long next = Answered.of(standby.claim(SHARD, "b", PERIOD, false)).epoch();

    assertTrue(next > Long.parseLong(epoch));
    assertEquals("MOVED", formerExtend(epoch, "a", "former"));
    append(standby, next, 1, begin(0, 1));
  }

  @Test
  void aFormerServerStandsByForOneOfThisBuildAndSucceedsIt() throws Exception {
    start();
    RedisStore active = server();
    var own = Answered.atLast(() -> active.claim(SHARD, "b", PERIOD, false));
    long epoch = own.epoch();
    append(active, epoch, 1, begin(0, 1));
    assertEquals("OWNED", formerClaim("a", "former", "", "").get(0));
    assertEquals("OWNED", formerClaim("a", "former", "" + epoch, LATE_BEAT).get(0));
    List<String> told = formerClaim("a", "former", "", "");
    assertEquals("OK", formerClaim("a", "former", told.get(2), told.get(3)).get(0));

    Answered.failed(Refused.class, active.extend(SHARD, "b", epoch, PERIOD));
    Answered.failed(Refused.class, active.append(SHARD, epoch, 2, List.of(begin(1, 2))));
    Answered.failed(Refused.class, active.advance(SHARD, "b", epoch, PERIOD, own.identity()));
  }

  @Test
  void whatAFormerServerPromisedCounts() throws Exception {
    start();
    formerClaim("a", "former", "", "");
    RedisStore standby = server();
    redis.command("HSET", META, "relaxed", "1", "promised", "65536");
    standBy(standby, "b", PERIOD * 11 / 10);

    var claim = Answered.of(standby.claim(SHARD, "b", PERIOD, false));
    assertEquals(65_536, claim.quarantineMillis());
  }

  private void start() throws Exception {
    startRedis();
    raw = new RespClient(redis.port());
  }

  private List<String> formerClaim(String owner, String server, String epoch, String beat)
      throws IOException {
    return former(
        "claim",
        owner,
        "1",
        "" + PERIOD,
        server,
        epoch,
        beat,
        "0",
        "0",
        "0",
        "0",
        "0",
        "1",
        "8",
        "0");
  }

  private String formerExtend(String epoch, String owner, String server) throws IOException {
    return former("extend", epoch + "/" + server, owner, "" + PERIOD, "0", "0").get(0);
  }

  /** The answer of a script of the former server, one word per item. */
  private List<String> former(String script, String... arguments) throws IOException {
    List<byte[]> words = new ArrayList<>();
    words.add(ScriptRun.bytes("EVAL"));
    words.add(
        ScriptRun.bytes(
            Files.readString(FORMER.resolve("guard.lua"))
                + Files.readString(FORMER.resolve(script + ".lua"))));
    words.add(ScriptRun.bytes("1"));
    words.add(ScriptRun.bytes(META));
    for (String argument : arguments) {
      words.add(ScriptRun.bytes(argument));
    }
    Object reply = raw.command(words.toArray(new byte[0][]));
    List<String> told = new ArrayList<>();
    for (Object each : reply instanceof List<?> all ? all : List.of(String.valueOf(reply))) {
      told.add(each instanceof byte[] text ? new String(text, StandardCharsets.UTF_8) : "" + each);
    }
    return told;
  }
}
