package io.tenure.core;

/**
 * The subject of a deadline in a lease table, other than a lease. When the deadline is due, the
 * subject calls the method for its kind.
 */
interface DeadlineOwner {

  /** Handles each kind of subject with one method, so that a forgotten kind does not compile. */
  interface Cases {

    /** Called when the time of a wait is over, or the home of its session has not answered. */
    void waitOver(Waiter waiter);

    void lockDelayOver(KeyEntry entry);

    /** Called when it is time to ask the home of a session again. */
    void sessionToAsk(SessionLink link);
  }

  void due(Cases cases);
}
