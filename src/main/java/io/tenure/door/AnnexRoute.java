package io.tenure.door;

import io.tenure.api.HttpForm;

/**
 * A path of another package on the port of the HTTP server, such as a stream or a page. The router
 * of that server leads to it, refuses other methods than GET, and answers what the call throws.
 *
 * @param address the path, as {@link HttpForm} spells it
 * @param head whether HEAD is answered as GET is, without the body
 * @param call serves a request, on the loop of its connection
 */
public record AnnexRoute(String address, boolean head, Call call) {

  /**
   * Serves a request; {@code name} is the part of the path for the braces, still percent-encoded.
   */
  @FunctionalInterface
  public interface Call {
    void serve(AnnexExchange exchange, String name);
  }
}
