package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.ConnectionCount.Room;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectionCountTest {

  private static final String ANNA = "10.0.0.1";
  private static final String BEN = "10.0.0.2";

  private final List<String> notices = new ArrayList<>();

  @Test
  void anAddressLeavesRoomToOthers() {
    ConnectionCount count = count(5, 4);
    for (int connection = 0; connection < 4; connection++) {
      assertEquals(Room.TAKEN, count.enter(ANNA));
    }
    assertEquals(Room.FULL_FOR_ADDRESS, count.enter(ANNA));
    assertEquals(Room.TAKEN, count.enter(BEN));
    assertEquals(Room.FULL, count.enter(BEN));
    assertEquals(5, count.open());

    count.leave(ANNA);
    assertEquals(Room.TAKEN, count.enter(ANNA));
    assertEquals(5, count.open());
  }

  @Test
  void aConnectionThatGivesWayLeavesItsShare() {
    ConnectionCount count = count(2, 1);
    count.enter(ANNA);
    count.enter(BEN);

    assertTrue(count.exchange(ANNA, ANNA));
    assertFalse(count.exchange(ANNA, BEN));
    assertTrue(count.exchange(ANNA, "10.0.0.3"));
    assertEquals(2, count.open());
    count.leave(BEN);
    assertEquals(Room.FULL_FOR_ADDRESS, count.enter("10.0.0.3"));
    assertEquals(Room.TAKEN, count.enter(ANNA));
  }

  @Test
  void refusalsAreCountedAndReportedOnceAMinute() {
    ConnectionCount count = count(3, 2);
    IntStream.range(0, 2).forEach(each -> count.enter(ANNA));
    for (int flood = 0; flood < 1_000; flood++) {
      count.refuse(ANNA, count.enter(ANNA));
    }

    assertEquals(1_000, count.refused());
    assertEquals(
        List.of(
            "refuses connections of 10.0.0.1: it has 2 open, as many as"
                + " http.connections-per-address permits"),
        notices);
  }

  @Test
  void aFullServerNamesTheAddressWithMostConnections() {
    ConnectionCount count = count(3, 2);
    IntStream.range(0, 2).forEach(each -> count.enter(ANNA));
    count.enter(BEN);
    count.refuse(BEN, count.enter(BEN));

    assertEquals(
        List.of(
            "refuses connections: 3 are open, as many as http.connections permits; 2 of them from"
                + " 10.0.0.1"),
        notices);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, 127.0.0.1",
    "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
    "2001:db8:1:2:ffff::1, 2001:db8:1:2::/64",
    "::1, ::/64",
    "::ffff:10.0.0.1, 10.0.0.1",
    "::ffff:a00:2, 10.0.0.2",
  })
  void allAddressesOfAnIpv6NetworkCountTogether(String address, String counted) {
    assertEquals(
        counted, ConnectionCount.addressOf(SocketAddress.inetSocketAddress(1_000, address)));
  }

  @Test
  void aTwentiethIsLeftToOthersUnlessThereIsOnlyOne() {
    assertEquals(
        new HttpLimits.Connections(10_000, 9_500), HttpLimits.Connections.sharedBy(10_000));
    assertEquals(new HttpLimits.Connections(21, 19), HttpLimits.Connections.sharedBy(21));
    assertEquals(new HttpLimits.Connections(2, 1), HttpLimits.Connections.sharedBy(2));
    assertEquals(new HttpLimits.Connections(1, 1), HttpLimits.Connections.sharedBy(1));
  }

  private ConnectionCount count(int all, int ofAddress) {
    return new ConnectionCount(HttpLimits.DEFAULT.withConnections(all, ofAddress), notices::add);
  }
}
