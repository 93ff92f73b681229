package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to a shard that its caller names: a part of what many shards answer together, or of
 * what a shard asks itself.
 */
public sealed interface ShardRequest extends Request
    permits ShardRequest.Browse,
        ShardRequest.Watch,
        ShardRequest.Unwatch,
        ShardRequest.Withdraw,
        ShardRequest.Query {

  /** A page of held keys; {@code cursor} is 0 or what the page before answered. */
  record Browse(String prefix, long cursor, int limit) implements ShardRequest {
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
   * Follow every change of {@code key}, or of the keys that start with {@code prefix} when {@code
   * key} is null, after revision {@code from} ({@link #FROM_NOW}: from now on). The ticket becomes
   * the name of the watcher.
   */
  record Watch(@Nullable Key key, String prefix, long from) implements ShardRequest {
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

  /** End a watch: {@code watcher} is its ticket. */
  record Unwatch(long watcher) implements ShardRequest {
    @Override
    public Operation operation() {
      return Operation.CANCEL;
    }

    @Override
    public void accept(long ticket, RequestCases cases) {
      cases.unwatch(ticket, this);
    }
  }

  /** Leave the queue: {@code waiting} is the ticket of the acquire that waits. */
  record Withdraw(long waiting) implements ShardRequest {
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
   * What a page for operators asks of a shard: a bounded look, whatever the shard has. It has no
   * form on the wire; the page names the shard.
   */
  sealed interface Query extends ShardRequest {

    /** One method for each kind of query. */
    interface Cases {
      void find(long ticket, Find query);

      void lookAll(long ticket, LookAll query);

      void soonest(long ticket, Soonest query);

      void recall(long ticket, Recall query);

      void sessions(long ticket, BrowseSessions query);

      void kept(long ticket, Kept query);
    }

    void accept(long ticket, Cases cases);

    @Override
    default Operation operation() {
      return Operation.QUERY;
    }

    @Override
    default void accept(long ticket, RequestCases cases) {
      cases.query(ticket, this);
    }

    /**
     * A page of held keys that start with {@code prefix}, have {@code part} in them and are held by
     * {@code holder}; what is empty does not matter. Cursor and limit are those of {@link Browse}.
     */
    record Find(String prefix, String part, String holder, long cursor, int limit)
        implements Query {
      @Override
      public void accept(long ticket, Cases cases) {
        cases.find(ticket, this);
      }
    }

    /**
     * {@link Request.Look} at some keys of this shard, but end nobody; the answer may be of the
     * first only.
     */
    record LookAll(List<Key> keys) implements Query {
      @Override
      public void accept(long ticket, Cases cases) {
        cases.lookAll(ticket, this);
      }
    }

    /** The leases that end next, unless they are renewed: {@code limit} of them. */
    record Soonest(int limit) implements Query {
      @Override
      public void accept(long ticket, Cases cases) {
        cases.soonest(ticket, this);
      }
    }

    /** What became of a key lately, and which callers wait for it. */
    record Recall(Key key) implements Query {
      @Override
      public void accept(long ticket, Cases cases) {
        cases.recall(ticket, this);
      }
    }

    /** A page of sessions; cursor and limit are those of {@link Browse}. */
    record BrowseSessions(long cursor, int limit) implements Query {
      @Override
      public void accept(long ticket, Cases cases) {
        cases.sessions(ticket, this);
      }
    }

    /** What a session keeps on this shard, which need not be its home. */
    record Kept(LeaseId session, int limit) implements Query {
      @Override
      public void accept(long ticket, Cases cases) {
        cases.kept(ticket, this);
      }
    }
  }
}
