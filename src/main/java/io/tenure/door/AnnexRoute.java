package io.tenure.door;

import io.tenure.api.HttpForm;

/**
 * A path of another package on the port of the HTTP server, such as a stream or a page. The router
 * of that server leads to it, refuses other methods than GET, and answers what the call throws.
 *
 * @param address the path, as {@link HttpForm} spells it
 * @param head whether HEAD is answered as GET is, without the body
 * @param page whether people open it in a browser, so that a link of another site may lead there
 * @param call serves a request, on the loop of its connection
 */
public record AnnexRoute(String address, boolean head, boolean page, Call call) {

  /** Makes a route that is no page. */
  public AnnexRoute(String address, boolean head, Call call) {
    this(address, head, false, call);
  }

  /** Returns this route as a page that people open in a browser. */
  public AnnexRoute asPage() {
    return new AnnexRoute(address, head, true, call);
  }

  /**
   * Serves a request; {@code name} is the part of the path for the braces, still percent-encoded.
   */
  @FunctionalInterface
  public interface Call {
    void serve(AnnexExchange exchange, String name);
  }
}
