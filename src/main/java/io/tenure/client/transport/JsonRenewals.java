package io.tenure.client.transport;

import io.tenure.api.Operation;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.ServerMessage;
import java.util.ArrayList;
import java.util.List;

/** Writes requests for renewals as JSON, and reads their answers. */
final class JsonRenewals {

  private JsonRenewals() {}

  static ClientRequest asked(List<String> leases) {
    return ClientRequest.of(Operation.RENEW_MANY).with("leases", leases);
  }

  /** Returns one answer for each lease, in the order of the request. */
  static List<RenewalAnswer> all(ServerMessage message) {
    return message.objects("results").stream().map(JsonRenewals::of).toList();
  }

  /** Reads one of several results. */
  static RenewalAnswer of(ServerMessage result) {
    return OutcomeHttpStatus.refuses(result.number("status"))
        ? RenewalAnswer.refused(result.problem())
        : renewed(result);
  }

  static RenewalAnswer renewed(ServerMessage message) {
    return new RenewalAnswer(message.number("validForMs"), message.flag("breaking"), null);
  }

  /**
   * Merges the answers for leases and for sessions, each in its own order, into the order of {@code
   * all}.
   */
  static List<RenewalAnswer> inOrder(
      List<RenewalTarget> all, List<RenewalAnswer> leases, List<RenewalAnswer> sessions) {
    List<RenewalAnswer> results = new ArrayList<>(all.size());
    int lease = 0;
    int session = 0;
    for (RenewalTarget one : all) {
      results.add(one.session() ? sessions.get(session++) : leases.get(lease++));
    }
    return results;
  }
}
