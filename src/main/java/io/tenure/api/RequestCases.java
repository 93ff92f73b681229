package io.tenure.api;

/**
 * Handles each kind of {@link Request} with one method, so that a forgotten kind does not compile.
 * {@code ticket} identifies the request among those of its shard.
 */
public interface RequestCases {

  void acquire(long ticket, Request.Acquire request);

  void renew(long ticket, Request.Renew request);

  void release(long ticket, Request.Release request);

  void transfer(long ticket, Request.Transfer request);

  void setValue(long ticket, Request.SetValue request);

  void inspect(long ticket, Request.Inspect request);

  void look(long ticket, Request.Look request);

  void breakOff(long ticket, OperatorRequest.Break request);

  void openSession(long ticket, Request.OpenSession request);

  void keepAlive(long ticket, Request.KeepAlive request);

  void closeSession(long ticket, Request.CloseSession request);

  void inspectSession(long ticket, Request.InspectSession request);

  void raiseFence(long ticket, Request.RaiseFence request);

  void readFence(long ticket, Request.ReadFence request);

  void dropFence(long ticket, OperatorRequest.DropFence request);

  void endQuarantine(long ticket, OperatorRequest.EndQuarantine request);

  void browse(long ticket, PerShardRequest.Browse request);

  void watch(long ticket, PerShardRequest.Watch request);

  void unwatch(long ticket, PerShardRequest.Unwatch request);

  void withdraw(long ticket, PerShardRequest.Withdraw request);

  void query(long ticket, PerShardRequest.Query request);
}
