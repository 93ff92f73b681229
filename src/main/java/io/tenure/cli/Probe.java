package io.tenure.cli;

import io.tenure.client.TenureClient;

/** Asks once whether anybody answers, before something begins that goes on whatever happens. */
final class Probe {

  private Probe() {}

  static void ask(Order order, TenureClient client, String prefix) {
    Order.answer(client.calls().keys(prefix, null, 1), order.timeout());
  }
}
