package io.tenure.server.config;

/**
 * The port for operators, with its own connections: it answers when clients have taken all others.
 *
 * @param host to listen on
 * @param port to listen on
 */
public record OpsPort(String host, int port) {}
