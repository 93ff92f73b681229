package io.tenure.server.config;

import io.tenure.door.http.AllowedHosts;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.ws.StreamLimits;
import io.tenure.server.log.LogFormat;
import java.util.Map;

/**
 * All that {@code ./tenure serve} was told.
 *
 * @param config of the server
 * @param loops that serve; 0 for one for each core
 * @param host to listen on
 * @param port to listen on; 0 for any
 * @param names by which it may be asked for
 * @param http what the door for HTTP lets anybody cost it
 * @param streams what the door for streams lets anybody cost it
 * @param breaking whether operators may end the leases of others
 * @param logForm of the lines for operators
 * @param logRequests whether each request that is answered is worth a line
 * @param settings all of them, by name, as they count; without user and password
 */
public record ServerOptions(
    Config config,
    int loops,
    String host,
    int port,
    AllowedHosts names,
    HttpLimits http,
    StreamLimits streams,
    boolean breaking,
    LogFormat logForm,
    boolean logRequests,
    Map<String, String> settings) {

  /** More than any machine has cores. */
  static final int LOOPS_MAX = 1_024;
}
