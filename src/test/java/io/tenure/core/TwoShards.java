package io.tenure.core;

import io.tenure.api.Limits;

/** Two tables that tell each other words: the session's home, and a shard that keeps its leases. */
final class TwoShards {

  final Table home = new Table(0, Limits.STANDARD, 0);
  final Table guest = new Table(1, Limits.STANDARD, 12_345);
  private int heardOfHome;
  private int heardOfGuest;

  /** What was told arrives, and what is told in return. */
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

  /** What was told so far never arrives. */
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

  /** Time passes, and no word arrives. */
  void passApart(long millis) {
    home.pass(millis);
    guest.pass(millis);
  }
}
