package io.tenure.cli.top;

/**
 * How fast a server went between two looks: per second, and below how many seconds half of its
 * requests stayed, and 99 of 100; NaN where there were none.
 */
public record ServerRates(
    double requests,
    double grants,
    double renewals,
    double released,
    double expired,
    double half,
    double most) {

  static ServerRates between(MetricsReader before, MetricsReader after, double seconds) {
    return new ServerRates(
        rate("tenure_requests_total", before, after, seconds),
        rate("tenure_grants_total", before, after, seconds),
        rate("tenure_renewals_total{outcome=\"renewed\"}", before, after, seconds),
        rate("tenure_leases_ended_total{how=\"released\"}", before, after, seconds),
        rate("tenure_leases_ended_total{how=\"expired\"}", before, after, seconds),
        after.quantile(0.5, before),
        after.quantile(0.99, before));
  }

  /** A server that was started anew counts from nothing. */
  private static double rate(
      String name, MetricsReader before, MetricsReader after, double seconds) {
    double more = after.total(name) - before.total(name);
    return Math.max(0, more) / seconds;
  }
}
