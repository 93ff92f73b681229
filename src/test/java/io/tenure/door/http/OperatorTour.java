package io.tenure.door.http;

/** Calls the operations of operators except breaks, as a part of a tour. */
final class OperatorTour {

  private static final String FENCE = "/v1/fences/{fence}";
  private static final String SHARDS = "/v1/shards";
  private static final String END = SHARDS + "/{shard}/end-quarantine";

  private final OpenApiTour tour;

  OperatorTour(OpenApiTour tour) {
    this.tour = tour;
  }

  void acts() throws Exception {
    tour.ask("post", FENCE, "unused", "{'token':7}");
    tour.ask("delete", FENCE, "unused", "{'token':6}");
    tour.ask("delete", FENCE, "unused", "{'token':7,'requestId':'x'}");
    tour.ask("delete", FENCE, "unused", "{'token':7}");
    tour.ask("delete", FENCE, "unused", "{}");
    tour.ask("get", SHARDS, "", null);
    tour.ask("get", SHARDS, "?wrong=1", null);
    tour.ask("post", END, "1", "{'reason':'r','requestId':'x'}");
    tour.ask("post", END, "1", "{}");
  }

  void forbidden() throws Exception {
    tour.ask("delete", FENCE, "unused", "{'token':7}");
    tour.ask("post", END, "1", "{'reason':'r'}");
  }

  /** Calls a standby, which owns no shard. */
  void standby() throws Exception {
    tour.ask("delete", FENCE, "unused", "{'token':7}");
    tour.ask("post", END, "1", "{'reason':'r'}");
  }
}
