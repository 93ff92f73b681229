package io.tenure.client.hold;

import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.calls.SessionGrant;
import io.tenure.client.calls.ValidityInfo;
import java.time.Duration;
import java.util.UUID;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A session that the {@link Keeper} keeps alive. */
public final class HeldSession implements Session {

  private final HeldTenure tenure;
  private final SessionGrant grant;
  private final ClientContext context;

  private HeldSession(HeldTenure tenure, SessionGrant grant, ClientContext context) {
    this.tenure = tenure;
    this.grant = grant;
    this.context = context;
  }

  public static Mono<Session> open(ClientContext context, Duration ttl) {
    return Mono.defer(
        () -> {
          String requestId = UUID.randomUUID().toString();
          return context
              .persistence(context.timeout())
              .again(Mono.defer(() -> openOnce(context, ttl, requestId)));
        });
  }

  private static Mono<Session> openOnce(ClientContext context, Duration ttl, String requestId) {
    long sent = context.now();
    return context
        .calls()
        .openSession(ttl, context.name(), requestId)
        .map(grant -> begin(context, grant, sent));
  }

  private static Session begin(ClientContext context, SessionGrant grant, long sent) {
    Belief belief = Belief.first(sent, grant.validity());
    Rhythm rhythm = new Rhythm(sent, grant.validity());
    HeldTenure tenure = new HeldTenure(context.keeper(), HeldId.of(grant), belief, rhythm, 0);
    HeldSession session = new HeldSession(tenure, grant, context);
    if (!context.keeper().keep(tenure)) {
      session.giveUp();
      throw tenure.lostException();
    }
    return session;
  }

  /** Closes a session that no keeper renews, so that other callers need not wait for its ttl. */
  private void giveUp() {
    context
        .persistence(context.timeout())
        .closeSession(grant.sessionId())
        .subscribe(done -> {}, unanswered -> {});
  }

  HeldTenure tenure() {
    return tenure;
  }

  ValidityInfo validity() {
    return grant.validity();
  }

  void bind(HeldTenure lease) {
    context.keeper().bind(tenure, lease);
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
    return tenure.state();
  }

  @Override
  public Flux<LeaseState> states() {
    return tenure.states();
  }

  @Override
  public boolean isSafe() {
    return tenure.isSafe();
  }

  @Override
  public Duration safeFor() {
    return Duration.ofNanos(tenure.safeNanos());
  }

  @Override
  public Mono<Loss> lost() {
    return tenure.lost();
  }

  @Override
  public Mono<Lease> acquire(Claim claim) {
    Claim bound = claim.under(grant.sessionId());
    return Acquisition.of(context, bound, this);
  }

  @Override
  public Mono<Void> close() {
    return Mono.defer(
        () ->
            tenure.release()
                ? context
                    .persistence(context.timeout().plus(grant.validity().ttl()))
                    .closeSession(grant.sessionId())
                : Mono.empty());
  }

  /** Leaves out the sessionId. */
  @Override
  public String toString() {
    return "Session[holder=" + holder() + ", " + tenure.present() + "]";
  }
}
