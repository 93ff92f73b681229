package io.tenure.door;

import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.shard.Answer;
import io.tenure.shard.Leases;
import io.tenure.wire.Listing;
import io.tenure.wire.Problem;
import io.tenure.wire.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists held keys over all shards, one after the other, a page at a time. The work of a page is
 * bounded, however few keys match: it may come with fewer keys than asked for, even none, and a
 * cursor. Used on the context that asks.
 */
public final class Pages {

  /** {@code cursor}: of the next page, null at the end. */
  public record Page(List<Reply.Listed> keys, @Nullable String cursor) {}

  /** Each looks at some thousands of slots at most. */
  private static final int QUESTIONS_PER_PAGE = 64;

  private final Leases leases;
  private final Listing listing;
  private final List<Reply.Listed> keys = new ArrayList<>();
  private final Promise<Page> done = Promise.promise();
  private int shard;
  private long within;
  private int questions;

  private Pages(Leases leases, Listing listing) {
    this.leases = leases;
    this.listing = listing;
    if (listing.cursor() != null) {
      PlaceInList place = PlaceInList.parse(listing.cursor(), leases.shards());
      shard = place.shard();
      within = place.within();
    }
  }

  /** Fails with a {@link Refusal}. Throws what names a field at once. */
  public static Future<Page> ask(Leases leases, Listing listing) {
    Pages pages = new Pages(leases, listing);
    pages.ask();
    return pages.done.future();
  }

  private void ask() {
    questions++;
    leases
        .ask(shard, new Request.Browse(listing.prefix(), within, listing.limit() - keys.size()))
        .answer()
        .onSuccess(this::take);
  }

  private void take(Answer answer) {
    Problem problem = Answers.problem(answer);
    if (problem != null) {
      done.fail(new Refusal(problem));
      return;
    }
    Reply.Page page = (Reply.Page) Answers.reply(answer);
    keys.addAll(page.keys());
    within = page.next();
    if (within == 0) {
      shard++;
    }
    if (shard == leases.shards()) {
      done.complete(new Page(keys, null));
    } else if (keys.size() >= listing.limit() || questions == QUESTIONS_PER_PAGE) {
      done.complete(new Page(keys, new PlaceInList(shard, within).text(leases.shards())));
    } else {
      ask();
    }
  }
}
