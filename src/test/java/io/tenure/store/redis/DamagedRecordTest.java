package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.core.TenureImage;
import io.tenure.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Checks that a record that differs from its written form is damage, and that no part of it is
 * guessed.
 */
class DamagedRecordTest {

  private static final String LEASE =
      "1 lease slot=12 token=171966465 secret=00000000000000010000000000000002"
          + " key=jobs/nightly holder=worker%203 ttl=30000 mode=slots:3 number=2 since=180000000";

  @Test
  void aRecordThatLacksAFieldIsDamaged() {
    for (String field : List.of("slot", "token", "secret", "key", "holder", "ttl")) {
      String without = LEASE.replaceFirst(" " + field + "=\\S*", "");

      assertTrue(damage(without, JournalRecord::tenure).endsWith("no " + field), field);
    }
    damage("1 session slot=3 secret=00000000000000010000000000000002", JournalRecord::tenure);
    damage("1 value value=v token=4", JournalRecord::revalue);
    damage("1 value slot=3 value=v", JournalRecord::revalue);
    damage("1 doom slot=3 token=4 reason=r", JournalRecord::endAfterGrace);
    damage("1 doom slot=3 token=4 grace=5", JournalRecord::endAfterGrace);
    damage("1 end slot=3 token=4", JournalRecord::end);
    damage("1 ids guests=3:4 token=4", JournalRecord::enrol);
    damage("1 bar millis=5", JournalRecord::lockDelay);
    damage("1 bar key=k", JournalRecord::lockDelay);
    damage("1 fence token=5", JournalRecord::fence);
    damage("1 fence name=f", JournalRecord::fence);
  }

  @Test
  void whatARecordLacksIsNotTakenFromTheOneBefore() {
    TenureImage lease = JournalRecord.read(bytes(LEASE)).tenure();

    assertEquals(12, lease.row());
    damage("1 end token=171966465 how=broken", JournalRecord::end);
  }

  @Test
  void whatIsNotHexadecimalIsNotFoldedIntoTheSecret() {
    damage(LEASE.replace("0000000000000001", "000000000000000g"), JournalRecord::tenure);
    damage(LEASE.replace("0000000000000002 ", "000000000000000 "), JournalRecord::tenure);
    damage(LEASE.replace("0000000000000002 ", "00000000000000020 "), JournalRecord::tenure);
    damage("1 lease secret=0000", JournalRecord::tenure);
  }

  @Test
  void anEscapeThatIsCutOffIsDamaged() {
    damage("1 fence token=5 name=a%", JournalRecord::fence);
    damage("1 fence token=5 name=a%4", JournalRecord::fence);
    damage("1 fence name=a%4 token=5", JournalRecord::fence);
    damage("1 fence token=5 name=a%4x", JournalRecord::fence);
    damage("1 lease ids=a%4,b", JournalRecord::tenure);
    damage("1 value slot=3 token=4 value=%f", JournalRecord::revalue);
  }

  @Test
  void aNumberThatIsNoneIsDamaged() {
    for (String none : List.of("", "-", "x", "1x", "99999999999999999999", "9999999999999999999")) {
      damage(LEASE.replace("ttl=30000", "ttl=" + none), JournalRecord::tenure);
    }
    damage(LEASE.replace("slot=12", "slot=-1"), JournalRecord::tenure);
    damage(LEASE.replace("slot=12", "slot=16777216"), JournalRecord::tenure);
    damage(LEASE.replace("slots:3", "slots:x"), JournalRecord::tenure);
    damage("1 ids slot=3 token=4 guests=3", JournalRecord::enrol);
    damage("1 ids slot=3 token=4 guests=3:4,", JournalRecord::enrol);
    damage("1 ids slot=3 token=4 guests=3:4;5:6", JournalRecord::enrol);
  }

  @Test
  void aWordThatIsNoneIsDamaged() {
    damage("1 end slot=3 token=4 how=vanished", JournalRecord::end);
    damage(LEASE + " under=nothing", JournalRecord::tenure);
    damage(LEASE.replace("key=jobs/nightly", "key="), JournalRecord::tenure);
  }

  @Test
  void damageSaysWhere() {
    String said = damage(LEASE.replace(" key=jobs/nightly", ""), JournalRecord::tenure);

    assertEquals("the journal has a damaged record (lease of slot 12): it has no key", said);
  }

  private static String damage(String record, Function<JournalRecord, ?> reader) {
    StoreUnavailableException damage =
        assertThrows(
            StoreUnavailableException.class,
            () -> reader.apply(JournalRecord.read(bytes(record))),
            record);
    return String.valueOf(damage.getMessage());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
