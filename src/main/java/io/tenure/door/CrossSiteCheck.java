package io.tenure.door;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Detects requests that pages of other sites send. A browser lets any page send requests to any
 * host, but names the site of the page. One header names the site to hosts that the browser trusts.
 * Another header names the site in every request that may change something.
 */
public final class CrossSiteCheck {

  private static final String FETCH_SITE = "sec-fetch-site";
  private static final String FETCH_MODE = "sec-fetch-mode";
  private static final String FETCH_DEST = "sec-fetch-dest";

  private CrossSiteCheck() {}

  /** Whether a page of another site sends a request that may change something. */
  public static boolean asks(HttpServerRequest request) {
    return !isOwnSite(request.getHeader(FETCH_SITE))
        || !isOwnOrigin(request.getHeader(HttpHeaders.ORIGIN), request.getHeader(HttpHeaders.HOST));
  }

  /** Whether a page of another site sends a request that reads. */
  public static boolean reads(HttpServerRequest request) {
    return "cross-site".equals(request.getHeader(FETCH_SITE));
  }

  /** Whether the browser asks for a page to show in its window, and not inside of another page. */
  public static boolean opensPage(HttpServerRequest request) {
    return "navigate".equals(request.getHeader(FETCH_MODE))
        && "document".equals(request.getHeader(FETCH_DEST));
  }

  private static boolean isOwnSite(@Nullable String site) {
    return site == null || site.equals("same-origin") || site.equals("none");
  }

  private static boolean isOwnOrigin(@Nullable String origin, @Nullable String host) {
    return origin == null || authority(origin).equalsIgnoreCase(host == null ? "" : host);
  }

  private static String authority(String origin) {
    try {
      String authority = URI.create(origin).getRawAuthority();
      return authority == null ? "null" : authority;
    } catch (IllegalArgumentException unreadable) {
      return "null";
    }
  }
}
