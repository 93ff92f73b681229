package io.tenure.door;

import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.ListingRequest;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists held keys page by page, over one shard after the other. The work of a page is bounded,
 * however few keys match. So a page may have fewer keys than the request asked for, or none, and
 * still have a cursor. Used on the context of the caller.
 */
public final class HeldKeyPages {

  /** One page; {@code cursor} is that of the next page, or null at the end. */
  public record Page(List<PerShardReply.Listed> keys, @Nullable String cursor) {}

  /**
   * The number of questions to shards for one page. For each question a shard looks at a few
   * thousand rows at most.
   */
  private static final int QUESTIONS_PER_PAGE = 64;

  private final AdmittedOperation admitted;
  private final ListingRequest listing;
  private final List<PerShardReply.Listed> keys = new ArrayList<>();
  private final Promise<Page> done = Promise.promise();
  private int shard;
  private long within;
  private int questions;

  private HeldKeyPages(AdmittedOperation admitted, ListingRequest listing) {
    this.admitted = admitted;
    this.listing = listing;
    if (listing.cursor() != null) {
      ListCursor place = ListCursor.parse(listing.cursor(), admitted.shards());
      shard = place.shard();
      within = place.within();
    }
  }

  /**
   * Asks for a page. The future fails with a {@link ProblemException}; an invalid field throws at
   * once.
   */
  public static Future<Page> ask(AdmittedOperation admitted, ListingRequest listing) {
    HeldKeyPages pages = new HeldKeyPages(admitted, listing);
    pages.ask();
    return pages.done.future();
  }

  private void ask() {
    questions++;
    int wanted = listing.limit() - keys.size();
    admitted
        .ask(shard, new PerShardRequest.Browse(listing.prefix(), within, wanted))
        .answer()
        .onSuccess(this::take);
  }

  private void take(CallResult answer) {
    Problem problem = ResultProblems.problem(answer);
    if (problem != null) {
      done.fail(new ProblemException(problem));
      return;
    }
    PerShardReply.Page page = (PerShardReply.Page) ResultProblems.reply(answer);
    keys.addAll(page.keys());
    within = page.next();
    if (within == 0) {
      shard++;
    }
    if (shard == admitted.shards()) {
      done.complete(new Page(keys, null));
    } else if (keys.size() >= listing.limit() || questions == QUESTIONS_PER_PAGE) {
      done.complete(new Page(keys, new ListCursor(shard, within).text(admitted.shards())));
    } else {
      ask();
    }
  }
}
