package io.tenure.server;

import io.tenure.door.http.AllowedHosts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Adds the names of this machine to the host names that a server accepts. The kernel knows one, and
 * the resolver may know others, but may take half a minute to fail.
 */
final class MachineNames {

  /** A resolver that works answers in milliseconds, and the start of a server waits for it. */
  private static final long PATIENCE_MILLIS = 2_000;

  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private MachineNames() {}

  /** Returns {@code hosts} with the names of this machine, if they are to be added. */
  static Future<AllowedHosts> addTo(AllowedHosts hosts, Vertx vertx, Logger log) {
    return hosts.machine()
        ? add(hosts, vertx, log, MachineNames::resolved, PATIENCE_MILLIS)
        : Future.succeededFuture(hosts);
  }

  /** {@code resolved}: asks the resolver, and may hang. */
  static Future<AllowedHosts> add(
      AllowedHosts hosts,
      Vertx vertx,
      Logger log,
      Callable<List<String>> resolved,
      long patienceMillis) {
    return vertx
        .executeBlocking(MachineNames::ofKernel, false)
        .map(hosts::with)
        .compose(
            known ->
                vertx
                    .executeBlocking(resolved, false)
                    .timeout(patienceMillis, TimeUnit.MILLISECONDS)
                    .map(known::with)
                    .otherwise(
                        failure -> {
                          log.warn(
                              "the resolver does not name this machine ({}): list its names in"
                                  + " http.names, if requests use others than {}",
                              failure.getMessage(),
                              known.names());
                          return known;
                        }))
        .onSuccess(
            all -> log.info("requests may use addresses, localhost and the names {}", all.names()));
  }

  private static List<String> ofKernel() {
    try {
      String name = Files.readString(KERNEL).strip();
      return name.isEmpty() ? List.of() : List.of(name);
    } catch (IOException none) {
      return List.of();
    }
  }

  private static List<String> resolved() throws IOException {
    InetAddress machine = InetAddress.getLocalHost();
    List<String> names = new ArrayList<>();
    for (String name : List.of(machine.getHostName(), machine.getCanonicalHostName())) {
      if (!AllowedHosts.isAddress(name)) {
        names.add(name);
      }
    }
    return names;
  }
}
