package io.tenure.shard.meter;

import io.tenure.api.Request;

/** What a call asks for, as it is counted: few words, whatever the call names. */
public enum CallKind {
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
  WATCH;

  public static CallKind of(Request request) {
    if (request instanceof Request.Acquire acquire) {
      return acquire.waitMillis() > 0 ? ACQUIRE_WAITING : ACQUIRE;
    } else if (request instanceof Request.Renew) {
      return RENEW;
    } else if (request instanceof Request.Release) {
      return RELEASE;
    } else if (request instanceof Request.Break) {
      return BREAK;
    } else if (request instanceof Request.Transfer) {
      return TRANSFER;
    } else if (request instanceof Request.SetValue) {
      return SET_VALUE;
    } else if (request instanceof Request.OpenSession
        || request instanceof Request.KeepAlive
        || request instanceof Request.CloseSession
        || request instanceof Request.InspectSession) {
      return SESSION;
    } else if (request instanceof Request.RaiseFence
        || request instanceof Request.ReadFence
        || request instanceof Request.DropFence) {
      return FENCE;
    } else if (request instanceof Request.EndQuarantine) {
      return END_QUARANTINE;
    }
    return request instanceof Request.Watch ? WATCH : LOOK;
  }
}
