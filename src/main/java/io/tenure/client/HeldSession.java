package io.tenure.client;

import java.time.Duration;
import java.util.UUID;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A session that the {@link Keeper} keeps alive. */
final class HeldSession implements Session {

  private final Kept kept;
  private final SessionGrant grant;
  private final Holder holder;

  private HeldSession(Kept kept, SessionGrant grant, Holder holder) {
    this.kept = kept;
    this.grant = grant;
    this.holder = holder;
  }

  static Mono<Session> open(Holder holder, Duration ttl) {
    return Mono.defer(
        () -> {
          String requestId = UUID.randomUUID().toString();
          return holder
              .persistence(holder.timeout())
              .again(Mono.defer(() -> openOnce(holder, ttl, requestId)));
        });
  }

  private static Mono<Session> openOnce(Holder holder, Duration ttl, String requestId) {
    long sent = holder.now();
    return holder
        .calls()
        .openSession(ttl, holder.name(), requestId)
        .map(grant -> begin(holder, grant, sent));
  }

  private static Session begin(Holder holder, SessionGrant grant, long sent) {
    Belief belief = Belief.first(sent, grant.validity());
    Rhythm rhythm = new Rhythm(sent, grant.validity());
    Kept kept = new Kept(holder.keeper(), Tenancy.of(grant), belief, rhythm, 0);
    HeldSession session = new HeldSession(kept, grant, holder);
    if (!holder.keeper().keep(kept)) {
      session.giveUp();
      throw kept.lostException();
    }
    return session;
  }

  /** Kept by nobody, so as not to let others wait until its ttl is over. */
  private void giveUp() {
    holder
        .persistence(holder.timeout())
        .closeSession(grant.sessionId())
        .subscribe(done -> {}, unanswered -> {});
  }

  Kept kept() {
    return kept;
  }

  Validity validity() {
    return grant.validity();
  }

  void bind(Kept lease) {
    holder.keeper().bind(kept, lease);
  }

  @Override
  public String holder() {
    return grant.holder();
  }

  @Override
  public String sessionId() {
    return grant.sessionId();
  }

  @Override
  public LeaseState state() {
    return kept.state();
  }

  @Override
  public Flux<LeaseState> states() {
    return kept.states();
  }

  @Override
  public boolean isSafe() {
    return kept.isSafe();
  }

  @Override
  public Duration safeFor() {
    return Duration.ofNanos(kept.safeNanos());
  }

  @Override
  public Mono<Loss> lost() {
    return kept.lost();
  }

  @Override
  public Mono<Lease> acquire(Claim claim) {
    Claim bound = claim.under(grant.sessionId());
    return Acquisition.of(holder, bound, this);
  }

  @Override
  public Mono<Void> close() {
    return Mono.defer(
        () ->
            kept.release()
                ? holder
                    .persistence(holder.timeout().plus(grant.validity().ttl()))
                    .closeSession(grant.sessionId())
                : Mono.empty());
  }

  /** Without the sessionId. */
  @Override
  public String toString() {
    return "Session[holder=" + holder() + ", " + kept.present() + "]";
  }
}
