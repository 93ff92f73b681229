package io.tenure.core;

/** Creates the classes with the rules of one table, and gives each of them what it needs. */
final class TableParts {

  final ShardContext context;
  final StoreDoubt doubt;
  final TableOpener opener;
  final KeyQueues queues;
  final Acquiring acquiring;
  final Expiring expiring;
  final Releasing releasing;
  final ValueSetter values;
  final Breaking breaking;
  final Transferring transferring;
  final Renewing renewing;
  final Sessions sessions;
  final DoubtfulSessions doubtfulSessions;
  final SessionMessages messages;
  final LeaseViews views;
  final Watchers watchers;
  final DashboardQueries queries;
  final FenceOperations fences;
  final SnapshotWriter snapshots;

  TableParts(ShardContext context) {
    this.context = context;
    Liveness liveness = new Liveness(context);
    SlotAssigner slotAssigner = new SlotAssigner();
    doubt = new StoreDoubt(context);
    TenureEnder ender = new TenureEnder(context, liveness, slotAssigner, doubt);
    SessionLookup sessionLookup = new SessionLookup(context, liveness, ender);
    Grants grants = new Grants(context, liveness, slotAssigner);
    opener = new TableOpener(context, liveness, ender, sessionLookup, grants, doubt);
    WaitingAcquires waitingAcquires = new WaitingAcquires(context);
    queues = new KeyQueues(context, liveness, ender, grants, waitingAcquires);
    acquiring =
        new Acquiring(context, liveness, ender, sessionLookup, grants, waitingAcquires, queues);
    expiring = new Expiring(context, liveness, ender, queues);
    LeaseLookup lookup = new LeaseLookup(context, liveness, expiring);
    releasing = new Releasing(context, liveness, ender, queues, lookup);
    values = new ValueSetter(context, lookup);
    breaking = new Breaking(context, ender, queues, expiring);
    transferring = new Transferring(context, liveness, ender, grants, acquiring, queues, lookup);
    renewing = new Renewing(context, liveness, lookup, sessionLookup);
    sessions = new Sessions(context, liveness, ender, sessionLookup, grants, queues);
    doubtfulSessions = new DoubtfulSessions(context, liveness);
    messages =
        new SessionMessages(
            context, liveness, ender, sessionLookup, acquiring, doubt, doubtfulSessions);
    views = new LeaseViews(context, liveness, expiring, lookup, grants);
    queries = new DashboardQueries(context, liveness, views);
    watchers = new Watchers(context, views, context.limits.watchersMax());
    fences = new FenceOperations(context);
    snapshots = new SnapshotWriter(context.ledger);
  }
}
