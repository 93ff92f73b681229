package io.tenure.api;

import java.util.List;

/** One request of each kind. */
public final class EachRequest {

  public static final LeaseId LEASE = new LeaseId(1, 2, 3, 4, 5);
  private static final Key KEY = Key.of("a");

  public static final List<Request> ALL =
      List.of(
          AcquireBuilder.of(KEY, "ann").ttl(1_000).build(),
          Request.Renew.one(LEASE),
          new Request.Release(LEASE),
          new Request.Transfer(LEASE, null, null),
          new Request.SetValue(LEASE, null, null),
          new Request.Inspect(LEASE),
          new Request.Look(KEY),
          new OperatorRequest.Break(KEY, 0, 0, "", null),
          new Request.OpenSession("ann", 1_000, null),
          new Request.KeepAlive(LEASE),
          new Request.CloseSession(LEASE),
          new Request.InspectSession(LEASE),
          new Request.RaiseFence("f", 1),
          new Request.ReadFence("f"),
          new OperatorRequest.DropFence("f", 1),
          new OperatorRequest.EndQuarantine(0, "why"),
          new PerShardRequest.Browse("", 0, 1),
          new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW),
          new PerShardRequest.Unwatch(1),
          new PerShardRequest.Withdraw(1),
          new PerShardRequest.Query.Find("", "", "", 0, 1),
          new PerShardRequest.Query.LookAll(List.of(KEY)),
          new PerShardRequest.Query.Soonest(1),
          new PerShardRequest.Query.Recall(KEY),
          new PerShardRequest.Query.BrowseSessions(0, 1),
          new PerShardRequest.Query.LeasesOfSession(LEASE, 1));

  private EachRequest() {}
}
