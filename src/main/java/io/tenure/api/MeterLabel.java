package io.tenure.api;

/** What a call asks for, as it is counted: few labels, however many operations there are. */
public enum MeterLabel {
  ACQUIRE,
  /** An acquire that is content to wait: how long it takes says nothing about this server. */
  ACQUIRE_WAITING,
  RENEW,
  /** Renewals of many leases that came together, as streams send them. */
  RENEW_BATCH,
  RELEASE,
  BREAK,
  TRANSFER,
  SET_VALUE,
  SESSION,
  FENCE,
  END_QUARANTINE,
  LOOK,
  WATCH
}
