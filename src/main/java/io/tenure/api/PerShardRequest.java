package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a shard that its caller names. It is a part of a request to many shards, or a
 * request of a shard to itself.
 */
public sealed interface PerShardRequest extends Request
    permits PerShardRequest.Browse,
        PerShardRequest.Watch,
        PerShardRequest.Unwatch,
        PerShardRequest.Withdraw,
        PerShardRequest.Query {

  /**
   * Requests a page of held keys; {@code cursor} is 0, or the cursor that came with the last page.
   */
  record Browse(String prefix, long cursor, int limit) implements PerShardRequest {
    @Override
    public Operation operation() {
      return Operation.LIST;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.browse(ticket, this);
    }
  }

  /**
   * Follows every change of {@code key} after revision {@code from} ({@link #FROM_NOW}: from now
   * on). When {@code key} is null, the watch is of the keys that start with {@code prefix}. The
   * ticket of the request becomes the name of the watcher.
   */
  record Watch(@Nullable Key key, String prefix, long from) implements PerShardRequest {
    @Override
    public Operation operation() {
      return Operation.WATCH;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.watch(ticket, this);
    }
  }

  long FROM_NOW = -1;

  /** Ends a watch; {@code watcher} is its ticket. */
  record Unwatch(long watcher) implements PerShardRequest {
    @Override
    public Operation operation() {
      return Operation.CANCEL;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.unwatch(ticket, this);
    }
  }

  /** Leaves the queue; {@code waiting} is the ticket of the acquire that waits. */
  record Withdraw(long waiting) implements PerShardRequest {
    @Override
    public Operation operation() {
      return Operation.CANCEL;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.withdraw(ticket, this);
    }
  }

  /**
   * A query of a page for operators to a shard that the page names. Its cost is bounded, however
   * much the shard has. It has no form on the wire.
   */
  sealed interface Query extends PerShardRequest {

    /** Handles each kind of query with one method. */
    interface QueryCases {
      void find(long ticket, Find query);

      void lookAll(long ticket, LookAll query);

      void soonest(long ticket, Soonest query);

      void recall(long ticket, Recall query);

      void sessions(long ticket, BrowseSessions query);

      void leasesOfSession(long ticket, LeasesOfSession query);
    }

    void accept(long ticket, QueryCases cases);

    @Override
    default Operation operation() {
      return Operation.QUERY;
    }

    @Override
    default void accept(long ticket, RequestCases cases) {
      cases.query(ticket, this);
    }

    /**
     * Requests a page of held keys that start with {@code prefix}, contain {@code part} and are
     * held by {@code holder}. An empty condition does not count. Cursor and limit are those of
     * {@link Browse}.
     */
    record Find(String prefix, String part, String holder, long cursor, int limit)
        implements Query {
      @Override
      public void accept(long ticket, QueryCases cases) {
        cases.find(ticket, this);
      }
    }

    /**
     * Looks at some keys of this shard as {@link Request.Look} does, but ends no tenure. The answer
     * may contain only the first of the keys.
     */
    record LookAll(List<Key> keys) implements Query {
      @Override
      public void accept(long ticket, QueryCases cases) {
        cases.lookAll(ticket, this);
      }
    }

    /** Requests the {@code limit} leases that end next unless they are renewed. */
    record Soonest(int limit) implements Query {
      @Override
      public void accept(long ticket, QueryCases cases) {
        cases.soonest(ticket, this);
      }
    }

    /** Requests the latest events of a key, and the callers that wait for it. */
    record Recall(Key key) implements Query {
      @Override
      public void accept(long ticket, QueryCases cases) {
        cases.recall(ticket, this);
      }
    }

    /** Requests a page of sessions; cursor and limit are those of {@link Browse}. */
    record BrowseSessions(long cursor, int limit) implements Query {
      @Override
      public void accept(long ticket, QueryCases cases) {
        cases.sessions(ticket, this);
      }
    }

    /** Requests the leases of a session on this shard, which need not be the session's home. */
    record LeasesOfSession(LeaseId session, int limit) implements Query {
      @Override
      public void accept(long ticket, QueryCases cases) {
        cases.leasesOfSession(ticket, this);
      }
    }
  }
}
