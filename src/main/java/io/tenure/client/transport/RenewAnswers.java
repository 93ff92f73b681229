package io.tenure.client.transport;

import io.tenure.wire.Answer;
import io.tenure.wire.Ask;
import io.tenure.wire.Op;
import java.util.ArrayList;
import java.util.List;

/** What JSON says of renewals. */
final class RenewAnswers {

  private static final int PROBLEMS_FROM = 400;

  private RenewAnswers() {}

  static Ask asked(List<String> leases) {
    return Ask.of(Op.RENEW_MANY).with("leases", leases);
  }

  /** A result for each, in their order. */
  static List<Renewed> all(Answer answer) {
    return answer.objects("results").stream().map(RenewAnswers::of).toList();
  }

  /** One result of many. */
  static Renewed of(Answer result) {
    return result.number("status") >= PROBLEMS_FROM
        ? Renewed.refused(result.problem())
        : renewed(result);
  }

  static Renewed renewed(Answer answer) {
    return new Renewed(answer.number("validForMs"), answer.flag("breaking"), null);
  }

  /** The answers of leases and of sessions, each in their order, in the order of all. */
  static List<Renewed> inOrder(List<ToRenew> all, List<Renewed> leases, List<Renewed> sessions) {
    List<Renewed> results = new ArrayList<>(all.size());
    int lease = 0;
    int session = 0;
    for (ToRenew one : all) {
      results.add(one.session() ? sessions.get(session++) : leases.get(lease++));
    }
    return results;
  }
}
