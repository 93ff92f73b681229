package io.tenure.api;

/** The labels by which metrics count calls: few labels, however many operations there are. */
public enum OperationLabel {
  ACQUIRE,
  /** An acquire with permission to wait: its duration says nothing about this server. */
  ACQUIRE_WAITING,
  RENEW,
  /** Renewals of many leases in one batch, as streams send them. */
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
