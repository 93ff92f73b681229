package io.tenure.client;

import io.tenure.client.transport.HttpTransport;
import io.tenure.client.transport.Servers;
import io.tenure.client.transport.Transport;
import java.net.http.HttpClient;

/** A Java program's way to its leases: one for a process is enough. May be used by any thread. */
public final class TenureClient implements AutoCloseable {

  private final Transport transport;
  private final Calls calls;

  private TenureClient(ClientOptions options, Transport transport) {
    this.transport = transport;
    calls = new Calls(transport, options.holder(), options.timeout());
  }

  /** To one address such as {@code http://127.0.0.1:7420}, or to several with commas between. */
  public static TenureClient connect(String addresses) {
    return connect(ClientOptions.of(addresses));
  }

  /** Returns at once: whether there is a server is found out by asking it something. */
  public static TenureClient connect(ClientOptions options) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(options.timeout())
            .build();
    Servers servers = new Servers(options.servers());
    return new TenureClient(options, new HttpTransport(http, servers, options.authorization()));
  }

  /** Each call of the server as it is: nothing is renewed and nothing repeated. */
  public Calls calls() {
    return calls;
  }

  @Override
  public void close() {
    transport.close();
  }
}
