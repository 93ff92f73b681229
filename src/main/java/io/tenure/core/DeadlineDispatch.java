package io.tenure.core;

/** Passes each deadline that is due to the class with the rules for it. */
final class DeadlineDispatch implements DeadlineOwner.Cases {

  private final TableParts parts;

  DeadlineDispatch(TableParts parts) {
    this.parts = parts;
  }

  @Override
  public void waitOver(Waiter waiter) {
    parts.acquiring.giveUp(waiter);
  }

  @Override
  public void lockDelayOver(KeyEntry entry) {
    parts.queues.lockDelayOver(entry);
  }

  @Override
  public void sessionToAsk(SessionLink link) {
    parts.sessions.askAgain(link);
  }
}
