package io.tenure.store.embedded;

import static io.tenure.store.embedded.Eventually.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Limits;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWitnessTest {

  private static final int SHARDS = 8;
  private static final long DAY = 86_400_000;
  private static final Path FORMER = Path.of("src/test/resources/io/tenure/store/witness-1");

  private final Vertx vertx = Vertx.vertx();
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private DataDirectory directory;

  @BeforeEach
  void prepare(@TempDir Path temporary) {
    directory = DataDirectory.open(temporary, lines::add);
  }

  @AfterEach
  void leave() throws Exception {
    await(vertx.close());
    directory.close();
  }

  @Test
  void knowsNothingAtFirst() {
    var witness = open();

    assertEquals(0, witness.promisedMillis());
    assertEquals(0, witness.epoch(7));
    assertEquals(0, witness.changeNumber(7));
    assertEquals(0, lines.size());
  }

  @Test
  void aPromiseIsOnTheDiskWhenItIsGiven() throws Exception {
    var witness = open();

    await(witness.promise(30_000));

    assertTrue(witness.promisedMillis() >= 30_000);
    assertEquals(witness.promisedMillis(), open().promisedMillis());
  }

  @Test
  void aPromiseIsOnlyEverRaised() throws Exception {
    var witness = open();
    await(witness.promise(30_000));
    await(witness.promise(100));

    assertTrue(open().promisedMillis() >= 30_000);
  }

  @Test
  void aPromiseOfAKnownClassWritesNothing() throws Exception {
    var witness = open();
    await(witness.promise(30_000));
    Files.delete(promised());

    var again = witness.promise(30_000);

    assertTrue(again.isComplete());
    assertTrue(Files.notExists(promised()));
  }

  @Test
  void manyPromisesAtOnceAreAllKept() throws Exception {
    var witness = open();
    var promises = new ArrayList<Future<Void>>();
    for (int ttl = 1_000; ttl <= 64_000; ttl += 1_000) {
      promises.add(witness.promise(ttl));
    }

    await(Future.all(promises));

    assertTrue(open().promisedMillis() >= 64_000);
  }

  @Test
  void classesAreFewAndLittleLonger() {
    for (long ttl = 1; ttl < DAY; ttl += 1 + ttl / 100) {
      assertTrue(Witness.rounded(ttl) >= ttl);
      assertTrue(Witness.rounded(ttl) <= ttl + ttl / 4, "" + ttl);
    }
    assertEquals(Long.MAX_VALUE, Witness.rounded(Long.MAX_VALUE));
  }

  @Test
  void aPromiseThatCannotBeWrittenIsNotGiven() throws Exception {
    var witness = open();
    obstruct("promised.new");

    assertThrows(Exception.class, () -> await(witness.promise(30_000)));

    assertEquals(0, witness.promisedMillis());
  }

  @Test
  void aPromiseSurvivesAKill(@TempDir Path data) throws Exception {
    try (var server = new RedisGround(data.resolve("data")).child()) {
      assertTrue(server.said().startsWith("up "), server.said());
    }

    try (var taken = DataDirectory.open(data.resolve("data"), lines::add)) {
      assertTrue(
          FileWitness.open(vertx, taken, SHARDS, DAY, lines::add).promisedMillis() >= 30_000);
    } finally {
      RedisProcesses.of(new RedisFiles(data.toRealPath().resolve("data/redis")))
          .forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void placesOutliveTheProcessAtOnce() {
    var witness = open();

    witness.durable(3, 77, 12);
    witness.durable(3, 77, 13);

    assertEquals(77, witness.epoch(3));
    assertEquals(13, witness.changeNumber(3));
    assertEquals(13, open().changeNumber(3));
    assertEquals(77, open().epoch(3));
    assertEquals(0, open().epoch(2));
  }

  @Test
  void whateverIsWrittenWhenItDiesTheOneBeforeIsKnown() throws Exception {
    var witness = open();
    witness.durable(3, 77, 12);
    witness.durable(3, 77, 13);
    var whole = Files.readAllBytes(places());

    for (int at = 16 + 3 * 48; at < 16 + 4 * 48; at++) {
      var torn = whole.clone();
      torn[at] ^= 0x55;
      Files.write(places(), torn);

      assertTrue(open().changeNumber(3) >= 12, "byte " + at);
      assertEquals(77, open().epoch(3));
    }
  }

  @Test
  void nothingGoesBackwards() throws Exception {
    var witness = open();
    witness.durable(3, 77, 12);
    witness.durable(3, 76, 99);
    witness.durable(3, 77, 11);
    witness.durable(4, 77, 5);
    witness.durable(4, 78, 1);

    await(witness.close());

    assertEquals(77, open().epoch(3));
    assertEquals(12, open().changeNumber(3));
    assertEquals(78, open().epoch(4));
    assertEquals(1, open().changeNumber(4));
  }

  /** A server of an older build has claimed this epoch while the clock of Redis was wrong. */
  @Test
  void anImpossibleEpochIsNeverTakenForOne() {
    var witness = open();
    witness.durable(3, 77, 12);
    witness.durable(3, 1L << 31, 5);
    assertEquals(77, witness.epoch(3));
    witness.durable(3, 78, 1);

    assertEquals(78, witness.epoch(3));
    assertEquals(1, witness.changeNumber(3));
    assertEquals(78, open().epoch(3));
  }

  @Test
  void damagedPlacesAreTakenForSomething() throws Exception {
    var witness = open();
    witness.durable(3, 77, 12);
    await(witness.close());
    var whole = Files.readAllBytes(places());
    var otherHead = whole.clone();
    otherHead[0] = 'x';

    for (var damaged : List.of(Arrays.copyOf(whole, whole.length - 1), otherHead, new byte[1])) {
      lines.clear();
      Files.write(places(), damaged);
      var after = open();

      assertEquals(1, after.epoch(3));
      assertEquals(1, after.epoch(0));
      assertEquals(0, after.changeNumber(3));
      assertTrue(lines.peek().contains("places is damaged"), lines.peek());
      assertEquals(1, open().epoch(3));
    }
  }

  @Test
  void aDamagedPromiseIsTakenForTheLongest() throws Exception {
    await(open().promise(30_000));
    var whole = Files.readString(promised());

    for (var damaged : List.of("", whole.substring(0, 20), whole.replace("3", "1"), "x\n")) {
      lines.clear();
      Files.writeString(promised(), damaged);

      assertEquals(DAY, open().promisedMillis());
      assertTrue(lines.peek().contains("promised is damaged"), lines.peek());
    }
  }

  @Test
  void fewerShardsThanBeforeAreNoHarm() throws Exception {
    var witness = open();
    witness.durable(1, 77, 12);
    witness.durable(7, 77, 13);
    await(witness.close());

    var smaller = FileWitness.open(vertx, directory, 4, DAY, lines::add);

    assertEquals(12, smaller.changeNumber(1));
    assertEquals(13, open().changeNumber(7));
    assertEquals(0, lines.size());
  }

  @Test
  void remembersAsManyShardsAsAServerMayHave() {
    int last = Limits.SHARDS_MAX - 1;
    FileWitness.open(vertx, directory, Limits.SHARDS_MAX, DAY, lines::add).durable(last, 77, 12);

    var again = FileWitness.open(vertx, directory, Limits.SHARDS_MAX, DAY, lines::add);
    assertEquals(12, again.changeNumber(last));
    assertEquals(0, again.changeNumber(last - 1));
  }

  /** The files were written by a server of 2026-11-19. */
  @Test
  void whatAServerOfAFormerBuildRememberedIsTakenOver() throws Exception {
    Files.copy(FORMER.resolve("promised"), promised());
    Files.copy(FORMER.resolve("places"), places());

    var witness = open();
    assertEquals(3_670_016, witness.promisedMillis());
    assertEquals(217_000_000, witness.epoch(0));
    assertEquals(42, witness.changeNumber(0));
    assertEquals(0, witness.epoch(1));
    assertEquals(217_000_001, witness.epoch(3));
    assertEquals(7, witness.changeNumber(3));
    assertEquals(List.of(), List.copyOf(lines));

    witness.durable(3, 217_000_001, 8);
    assertEquals(8, open().changeNumber(3));
    assertEquals(42, open().changeNumber(0));
  }

  /** The format stays, so that operators can go back to a server of that build. */
  @Test
  void itIsWrittenAsItWasThen() throws Exception {
    var witness = FileWitness.open(vertx, directory, 4, DAY, lines::add);
    await(witness.promise(3_600_000));
    witness.durable(0, 217_000_000, 41);
    witness.durable(0, 217_000_000, 42);
    witness.durable(3, 217_000_001, 7);
    await(witness.close());

    assertEquals(-1, Files.mismatch(FORMER.resolve("promised"), promised()));
    assertEquals(-1, Files.mismatch(FORMER.resolve("places"), places()));
  }

  private FileWitness open() {
    return FileWitness.open(vertx, directory, SHARDS, DAY, lines::add);
  }

  /** Creates a directory with content under this name, so that no file can be written there. */
  private Path obstruct(String name) throws Exception {
    var obstacle = Files.createDirectory(directory.path().resolve(name));
    Files.writeString(obstacle.resolve("full"), "");
    return obstacle;
  }

  private Path promised() {
    return directory.path().resolve("promised");
  }

  private Path places() {
    return directory.path().resolve("places");
  }
}
