package io.tenure.server.config;

import io.tenure.door.http.AllowedHosts;
import io.tenure.door.http.HttpLimits;
import io.tenure.door.ws.StreamLimits;
import org.jspecify.annotations.Nullable;

/**
 * The addresses on which a server listens, and the limits of its callers.
 *
 * @param host to listen on
 * @param port to listen on; 0 for any that is free
 * @param ops the port for operators; null when there is none
 * @param names by which callers may ask for it
 * @param http limits of HTTP
 * @param streams limits of streams
 * @param breaking whether operators may end the leases of others
 */
public record DoorOptions(
    String host,
    int port,
    @Nullable OpsPort ops,
    AllowedHosts names,
    HttpLimits http,
    StreamLimits streams,
    boolean breaking) {}
