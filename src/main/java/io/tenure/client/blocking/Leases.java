package io.tenure.client.blocking;

import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.TenureClient;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.error.TenureException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/**
 * Leases for ordinary threads: the calling thread holds a lease while it works. The thread is
 * interrupted when the lease is not safe any more. Not for threads that must not wait, such as
 * those of Reactor.
 */
public final class Leases {

  /** Work that gets its lease as an argument. */
  @FunctionalInterface
  public interface Work<T> {
    T with(Lease lease) throws Exception;
  }

  /** The next caller would wait for the ttl anyway. */
  private static final Duration RELEASE_WITHIN = Duration.ofSeconds(5);

  private final TenureClient client;

  private Leases(TenureClient client) {
    this.client = client;
  }

  public static Leases of(TenureClient client) {
    return new Leases(client);
  }

  /**
   * Does the work while it holds {@code key}, renewed every third of {@code ttl}.
   *
   * @throws HeldException when another holder has the key
   * @throws LeaseLostException when the lease was lost before the end of the work: the work may not
   *     have been alone, however it has ended
   * @throws InsufficientTimeException when the lease had lapsed, which is as bad
   */
  public <T> T hold(String key, Duration ttl, Callable<T> work) throws Exception {
    return hold(Claim.of(key, ttl), lease -> work.call());
  }

  /** Does work without a result, in the same way. */
  public void hold(String key, Duration ttl, Runnable work) throws TenureException {
    try {
      hold(
          Claim.of(key, ttl),
          lease -> {
            work.run();
            return true;
          });
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Does the work on the terms of a claim; {@code work} gets its lease, for its token. */
  public <T> T hold(Claim claim, Work<T> work) throws Exception {
    return during(acquire(claim), work);
  }

  static <T> T during(Lease lease, Work<T> work) throws Exception {
    Watchman watchman = new Watchman(Thread.currentThread());
    Disposable watching = lease.unsafe().subscribe(watchman::stop);
    try {
      // This process may have been paused since the grant.
      lease.ensure(Duration.ZERO);
      T result = work.with(lease);
      watchman.dismiss();
      if (lease.state() != LeaseState.RELEASED) {
        lease.ensure(Duration.ZERO);
      }
      return result;
    } catch (Exception thrown) {
      watchman.dismiss();
      TenureException why = watchman.why();
      if (why == null || thrown instanceof LeaseLostException) {
        throw thrown;
      }
      why.addSuppressed(thrown);
      throw why;
    } finally {
      watchman.dismiss();
      watching.dispose();
      release(lease);
    }
  }

  /**
   * A thread that was interrupted before waits all the same, and is interrupted again afterwards.
   */
  private static void release(Lease lease) {
    boolean interrupted = Thread.interrupted();
    CompletableFuture<Boolean> released =
        lease.release().thenReturn(true).onErrorReturn(false).toFuture();
    try {
      released.get(RELEASE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException meanwhile) {
      interrupted = true;
    } catch (TimeoutException | ExecutionException unanswered) {
      // The release goes on in the background.
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for the lease as long as the claim does; the lease is renewed until it is released or
   * lost.
   */
  public Lease acquire(Claim claim) {
    Lease lease = client.acquire(claim).block();
    if (lease == null) {
      throw new IllegalStateException("an acquire ended without a lease");
    }
    return lease;
  }

  /** Interrupts a thread, but never after it has left its work. */
  private static final class Watchman {
    private final Thread worker;
    private @Nullable TenureException why;
    private boolean dismissed;
    private boolean interrupted;

    Watchman(Thread worker) {
      this.worker = worker;
    }

    synchronized void stop(TenureException unsafe) {
      why = unsafe;
      if (!dismissed) {
        interrupted = true;
        worker.interrupt();
      }
    }

    /** Clears the interruption of the work, so that it disturbs no later code. */
    synchronized void dismiss() {
      if (!dismissed && interrupted) {
        Thread.interrupted();
      }
      dismissed = true;
    }

    synchronized @Nullable TenureException why() {
      return why;
    }
  }
}
