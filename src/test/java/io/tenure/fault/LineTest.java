package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Request;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that each side of the line protocol reads what the other side writes. */
class LineTest {

  private static final LeaseId LEASE = new LeaseId(3, 5, 7, 11, 13);

  static List<Request> requests() {
    return List.of(
        AcquireBuilder.of(Key.of("a/b"), "h-1").ttl(500).waiting(20).requestId("r-1").build(),
        AcquireBuilder.of(Key.of("a/b"), "h-1").under(LEASE).requestId("r-1").build(),
        new Request.OpenSession("h-1", 500, "r-1"),
        new Request.KeepAlive(LEASE),
        new Request.Renew(List.of(LEASE, new LeaseId(1, 2, 3, 4, 5))),
        new Request.Release(LEASE),
        new Request.RaiseFence("f", 9),
        new Request.ReadFence("f"));
  }

  static List<Told> answers() {
    Told renewed = new Told.Renewed(9, 500);
    Told over = new Told.Over(EndReason.EXPIRED, 3, 9);
    return List.of(
        new Told.Granted(LEASE.text(), 3, 9, 500, 400, true),
        new Told.Held(9, 100),
        new Told.Consumed(EndReason.RELEASED, 9),
        renewed,
        over,
        new Told.Missing(),
        new Told.Pending(),
        new Told.Released(9),
        new Told.Raised(9),
        new Told.Fenced(10),
        new Told.Mark(0),
        new Told.Many(List.of(renewed, over, new Told.Missing(), new Told.Pending())),
        new Told.Refused("LIMIT", "full"),
        new Told.Busy(50),
        new Told.Elsewhere(),
        new Told.Unknown());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void requestsCross(Request request) {
    assertEquals(request, AskedLine.parse(AskedLine.words(AskedLine.spell(request))));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answersCross(Told told) {
    assertEquals(told, ToldLine.parse(AskedLine.words(ToldLine.spell(told))));
  }
}
