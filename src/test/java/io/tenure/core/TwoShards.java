package io.tenure.core;

import io.tenure.api.Limits;

/**
 * Two tables that exchange session messages: the home of the session, and a shard that has leases
 * of it.
 */
final class TwoShards {

  final Table home = new Table(0, Limits.DEFAULT, 0);
  final Table guest = new Table(1, Limits.DEFAULT, 12_345);
  private int heardOfHome;
  private int heardOfGuest;

  /** Delivers the messages that were sent, and the replies to them. */
  void deliver() {
    while (heardOfHome < home.said.tells.size() || heardOfGuest < guest.said.tells.size()) {
      for (; heardOfHome < home.said.tells.size(); heardOfHome++) {
        guest.table.hear(guest.now, home.said.tells.get(heardOfHome).message());
      }
      for (; heardOfGuest < guest.said.tells.size(); heardOfGuest++) {
        home.table.hear(home.now, guest.said.tells.get(heardOfGuest).message());
      }
    }
  }

  /** Drops all messages that were sent so far. */
  void lose() {
    heardOfHome = home.said.tells.size();
    heardOfGuest = guest.said.tells.size();
  }

  void pass(long millis) {
    for (long left = millis; left > 0; left -= 10) {
      passApart(Math.min(10, left));
      deliver();
    }
  }

  /** Lets time pass without delivering a message. */
  void passApart(long millis) {
    home.pass(millis);
    guest.pass(millis);
  }
}
