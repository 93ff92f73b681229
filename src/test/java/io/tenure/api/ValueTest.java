package io.tenure.api;

import static io.tenure.core.Table.as;
import static io.tenure.core.Table.assertRefused;
import static io.tenure.core.Table.lease;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.core.Change;
import io.tenure.core.Table;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValueTest {

  private final Table table = new Table();

  private Reply set(LeaseId lease, @Nullable Value value) {
    return table.say(new Request.SetValue(lease, value, null));
  }

  private @Nullable Value shown() {
    return table.look("leader").holders().get(0).value();
  }

  @Test
  void aValueGivenWithTheAcquireIsVisibleToAll() {
    Reply.Granted granted = table.own(lease("leader", "ann", 1_000).value(Value.of("host:1")));

    assertEquals(Value.of("host:1"), granted.value());
    assertEquals(Value.of("host:1"), shown());
  }

  @Test
  void aValueIsChangedByTheHolder() {
    Reply.Granted granted = table.own(lease("leader", "ann", 1_000).value(Value.of("host:1")));

    assertEquals(new Reply.ValueSet(granted.token()), set(granted.lease(), Value.of("host:2")));
    assertEquals(Value.of("host:2"), shown());
  }

  @Test
  void aLeaseWithoutAValueCanBeGivenOne() {
    LeaseId held = table.own("leader", "ann", 1_000).lease();

    set(held, Value.of("host:1"));

    assertEquals(Value.of("host:1"), shown());
    assertEquals(
        1_000, as(RenewalReply.Renewed.class, table.renew(held)).validity().validForMillis());
  }

  @Test
  void aValueCanBeTakenAway() {
    LeaseId held = table.own(lease("leader", "ann", 1_000).value(Value.of("host:1"))).lease();

    set(held, null);

    assertNull(shown());
  }

  @Test
  void aValueVanishesWithItsLease() {
    LeaseId held = table.own(lease("leader", "ann", 1_000).value(Value.of("host:1"))).lease();
    table.release(held);
    table.own("leader", "bob", 1_000);

    assertNull(shown());
  }

  @Test
  void aLateValueIsRefused() {
    Reply.Granted granted = table.own("leader", "ann", 1_000);
    table.passUnticked(1_000);

    assertEquals(
        new Refusal.Over(EndReason.EXPIRED, 0, granted.token()),
        set(granted.lease(), Value.of("host:1")));
  }

  @Test
  void aValueWithoutALeaseIsUnknown() {
    assertRefused(Outcome.NOT_FOUND, "lease", set(new LeaseId(0, 0, 1, 2, 3), Value.of("x")));
  }

  @Test
  void aValueIsDurableAndToldToWatchers() {
    Reply.Granted granted = table.own("leader", "ann", 1_000);
    long watcher = table.watch("leader");

    set(granted.lease(), Value.of("host:2"));

    assertEquals(
        new Change.Revalue(granted.lease().row(), granted.token(), Value.of("host:2"), null),
        table.said.lastChange());
    LeaseEvent event = table.said.events(watcher).get(0);
    assertEquals(LeaseEvent.Kind.VALUED, event.kind());
    assertEquals(Value.of("host:2"), event.value());
    assertEquals(granted.token(), event.token());
  }

  @Test
  void aValueDoesNotMoveTheDeadline() {
    LeaseId held = table.own("leader", "ann", 1_000).lease();
    table.pass(600);
    set(held, Value.of("host:1"));

    assertEquals(400, table.look("leader").holders().get(0).remainingMillis());
  }

  @Test
  void theLargestValueIsKeptWhole() {
    byte[] bytes = new byte[Limits.VALUE_BYTES_MAX];
    bytes[0] = 1;
    bytes[bytes.length - 1] = 2;
    table.own(lease("leader", "ann", 1_000).value(Value.of(bytes)));

    assertEquals(Value.of(bytes), shown());
  }

  @Test
  void aValueIsNotChangedBehindItsBack() {
    byte[] bytes = {1, 2, 3};
    Value value = Value.of(bytes);
    bytes[0] = 9;
    value.bytes()[1] = 9;

    assertEquals(Value.of(new byte[] {1, 2, 3}), value);
    assertNotSame(value.bytes(), value.bytes());
  }
}
