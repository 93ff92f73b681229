package io.tenure.core;

/** Changes what a holder shows with its lease. */
final class Values {

  private final Desk desk;
  private final Departures departures;

  Values(Desk desk, Departures departures) {
    this.desk = desk;
    this.departures = departures;
  }

  void set(long ticket, Request.SetValue request) {
    int slot = departures.living(ticket, request.lease());
    if (slot == Index.NONE) {
      return;
    }
    long token = desk.slots.token(slot);
    String id = Requests.Purpose.VALUE.spell(request.lease().text(), request.requestId());
    boolean repeated = desk.ledger.requests.find(id) != Index.NONE;
    if (!repeated && desk.refusesNew(ticket, id)) {
      return;
    }
    if (!repeated) {
      desk.commit(new Change.Revalue(slot, token, request.value(), id));
      desk.event(desk.about(slot, Event.Kind.VALUED, "", request.value()));
    }
    desk.reply(ticket, desk.last(), new Reply.ValueSet(token));
  }
}
