package io.tenure.cli.top;

/**
 * The rates of a server between two samples, per second. It also has the times, in seconds, that
 * half and 99 of 100 of its requests did not exceed; NaN where there were no requests.
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

  /** A restarted server counts from zero. */
  private static double rate(
      String name, MetricsReader before, MetricsReader after, double seconds) {
    double more = after.total(name) - before.total(name);
    return Math.max(0, more) / seconds;
  }
}
