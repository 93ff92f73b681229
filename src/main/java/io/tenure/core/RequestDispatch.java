package io.tenure.core;

import io.tenure.api.OperatorRequest;
import io.tenure.api.PerShardRequest;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Request;
import io.tenure.api.RequestCases;

/** Passes each request to the class with the rules for it. */
final class RequestDispatch implements RequestCases {

  private final TableParts parts;

  RequestDispatch(TableParts parts) {
    this.parts = parts;
  }

  @Override
  public void acquire(long ticket, Request.Acquire request) {
    parts.acquiring.acquire(ticket, request);
  }

  @Override
  public void renew(long ticket, Request.Renew request) {
    parts.renewing.renew(ticket, request);
  }

  @Override
  public void release(long ticket, Request.Release request) {
    parts.releasing.release(ticket, request);
  }

  @Override
  public void transfer(long ticket, Request.Transfer request) {
    parts.transferring.transfer(ticket, request);
  }

  @Override
  public void setValue(long ticket, Request.SetValue request) {
    parts.values.set(ticket, request);
  }

  @Override
  public void inspect(long ticket, Request.Inspect request) {
    parts.views.inspect(ticket, request);
  }

  @Override
  public void look(long ticket, Request.Look request) {
    parts.views.look(ticket, request);
  }

  @Override
  public void breakOff(long ticket, OperatorRequest.Break request) {
    parts.breaking.breakOff(ticket, request);
  }

  @Override
  public void openSession(long ticket, Request.OpenSession request) {
    parts.sessions.open(ticket, request);
  }

  @Override
  public void keepAlive(long ticket, Request.KeepAlive request) {
    parts.renewing.keepAlive(ticket, request);
  }

  @Override
  public void closeSession(long ticket, Request.CloseSession request) {
    parts.sessions.close(ticket, request);
  }

  @Override
  public void inspectSession(long ticket, Request.InspectSession request) {
    parts.sessions.inspect(ticket, request);
  }

  @Override
  public void raiseFence(long ticket, Request.RaiseFence request) {
    parts.fences.raise(ticket, request);
  }

  @Override
  public void readFence(long ticket, Request.ReadFence request) {
    parts.fences.read(ticket, request);
  }

  @Override
  public void dropFence(long ticket, OperatorRequest.DropFence request) {
    parts.fences.drop(ticket, request);
  }

  /** Ends the quarantine. Waiters are served from the next tick on, in slices. */
  @Override
  public void endQuarantine(long ticket, OperatorRequest.EndQuarantine request) {
    parts.context.reply(ticket, 0, parts.context.quarantine.endByOperator());
  }

  @Override
  public void browse(long ticket, PerShardRequest.Browse request) {
    parts.views.browse(ticket, request);
  }

  @Override
  public void watch(long ticket, PerShardRequest.Watch request) {
    parts.watchers.watch(ticket, request);
  }

  @Override
  public void unwatch(long ticket, PerShardRequest.Unwatch request) {
    parts.watchers.unwatch(ticket, request);
  }

  @Override
  public void withdraw(long ticket, PerShardRequest.Withdraw request) {
    parts.acquiring.withdraw(ticket, request);
  }

  @Override
  public void query(long ticket, Query request) {
    request.accept(ticket, parts.queries);
  }
}
